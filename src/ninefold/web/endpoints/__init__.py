"""The endpoints of the API: one module for each, with its request, its response and its function."""

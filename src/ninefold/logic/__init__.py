"""Human solving techniques, the steps they find, and hints."""

"""The solving methods, one module each; `ninefold.solving.registry` lists them."""

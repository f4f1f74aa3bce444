"""The short ways through the libraries against the libraries' own."""

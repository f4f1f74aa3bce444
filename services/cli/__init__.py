"""`zerocards`: what an operator asks of an installation, on the command line."""

"""The documentation as a site, and what of it is made from the contracts."""

"""What operators see: the documented metrics, dashboards, rules, and pictures of them."""

"""What every service is made of: configuration, logs, metrics, health, bus, Redis, a life from start to drain."""

"""The gateway: sockets and pages on one side, the bus on the other. It knows no rules and holds no room."""

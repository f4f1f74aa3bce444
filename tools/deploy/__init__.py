"""What `deploy/` promises, tried out: the image built and run, a game played through it, the manifests judged."""

"""Pictures of curves and of the mechanism, film and report."""

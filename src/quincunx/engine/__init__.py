"""The contract that every game fulfils, and what stands directly on it."""

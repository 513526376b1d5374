"""Pages in a real browser. A package, so that what is made once for it ends with it."""

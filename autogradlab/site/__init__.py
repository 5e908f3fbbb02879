"""The course as static pages: what was run is shown, what can move moves without a kernel, nothing is fetched.

In the order of the work: `gather` collects the pages, `reference` those of the public names (`docstrings` and `sources`
make their entries), `run` executes the lessons, in whose kernels `forms` says how things show themselves on a page;
`settings` tells Sphinx what to make of it, `mathml` writes the formulas, and `build` goes through all of it. The theme
is Furo: it brings no fonts and asks no other host, opens from a plain file, works on a phone, and switches between
light and dark.
"""

"""The course as static pages: outputs of a real run, figures that move without a kernel, and nothing to fetch.

In the order of the work: `gather` collects the pages, `reference` those of the public names (`docstrings` and `sources`
make their entries), `run` executes the lessons, in whose kernels `forms` gives objects their form for a page;
`settings` tells Sphinx what to build, `mathml` and `headings` add what Sphinx and the theme lack, and `build` runs all
of this. The theme is Furo: it brings no fonts and asks no other host, opens from a plain file, works on a phone, and
switches between light and dark.
"""

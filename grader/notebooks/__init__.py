"""Units to notebooks, bundles and wheels on the way out; submissions to code and answers back in.

Out, when a bundle is released::

    stubs      stub.py                     -> the cells a student completes
    build      a unit                      -> its notebook, byte for byte the same each time
    bundle     notebooks, public checks    -> the zip students download
    audit      that zip, opened again      -> nothing, or the secret it gives away
    wheel      the installed grader        -> the wheel inside the zip

Back in, when a class is graded::

    decode     bytes from anywhere         -> cells, whatever the notebook format
    recover    cells without our metadata  -> what they were, as far as can be told
    identify   metadata, cells, file name  -> the unit
    written    cells                       -> the written answer, and whether it is one
    read       all of that                 -> what is run and marked, with the rules applied
    answers    code cells                  -> which functions are still the stub, without running

`tags` holds what both ways agree on. A notebook is a plain JSON dict everywhere: nbformat,
jsonschema and nbgrader take seconds to import, so only the tests import them, to prove that our
notebooks are theirs. Nothing here runs a student's code.
"""

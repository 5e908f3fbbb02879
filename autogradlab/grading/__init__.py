"""From a folder of notebooks to grades, without ever believing what a stranger's program says.

Reading order, on the way of a hand-in: `command`, `hand_ins` (`files`, `names`), `lateness`, `batch` (`kit`, `workers`
or `cluster`), `judge` (`reading`, `submission`, `magics`; `seeds`, `together`; `comparing`, `returned`), `row`,
`gradebook` (`schema`, `marks`), and `reports`, which only show. Beside them the course's own side: `exercises`,
`stubs`, `outputs`, `release`, `writing`, `assignment`, `rubric`; and `secret`, `similarity`.
"""

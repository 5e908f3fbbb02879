"""From a folder of notebooks to grades, without ever taking a stranger's program at its word.

Reading order, as a hand-in passes through: `command`, `hand_ins` (`files`, `names`), `lateness`, `batch` (`kit`,
`workers` or `cluster`), `judge` (`reading`, `submission`, `magics`, `statements`; `seeds`, `together`; `comparing`,
`returned`), `row`, `gradebook` (`schema`, `marks`), and `reports`, which only present. The course's own side:
`exercises`, `stubs`, `outputs`, `release`, `writing`, `assignment`, `rubric`. Besides these: `secret`, `similarity`.
"""

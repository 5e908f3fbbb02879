"""The tables of the gradebook and two views for queries; `docs/grading.md` explains them."""

VERSION = 1
OURS = 0x61674C62  # SQLite's application_id: "agLb"

TABLES = """
-- Everything that was ever graded. `row` is the whole result as JSON; the other columns repeat what is asked for often.
CREATE TABLE results (
    key TEXT PRIMARY KEY, student TEXT NOT NULL, exercise TEXT NOT NULL, submission TEXT NOT NULL, status TEXT NOT NULL,
    reason TEXT NOT NULL, level INTEGER NOT NULL, earned INTEGER NOT NULL, points INTEGER NOT NULL,
    open_points INTEGER NOT NULL, row TEXT NOT NULL
);
CREATE TABLE questions (
    key TEXT NOT NULL REFERENCES results, question TEXT NOT NULL, status TEXT NOT NULL, earned INTEGER NOT NULL,
    points INTEGER NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (key, question)
);
-- Which result is a student's present one, and how it was handed in; `notes` is a JSON list of sentences.
CREATE TABLE hand_ins (
    student TEXT NOT NULL, exercise TEXT NOT NULL, key TEXT NOT NULL REFERENCES results, file TEXT NOT NULL,
    notes TEXT NOT NULL, PRIMARY KEY (student, exercise)
);
-- Points that a human gave, to an answer in the submission of that hash.
CREATE TABLE marks (
    student TEXT NOT NULL, exercise TEXT NOT NULL, question TEXT NOT NULL, points INTEGER NOT NULL,
    comment TEXT NOT NULL, submission TEXT NOT NULL, PRIMARY KEY (student, exercise, question)
);
"""

# Created again in a gradebook whose views differ from these, as views hold no data.
VIEWS = {
    # Each present answer as in `marks.with_marks`: a human's points, if they still count, else the judge's; `earned` is
    # NULL while a human has yet to read it.
    "answers": """CREATE VIEW answers AS
    SELECT hand_ins.student, hand_ins.exercise, questions.question,
           CASE WHEN marks.points IS NOT NULL THEN marks.points
                WHEN questions.status = 'for a human' THEN NULL ELSE questions.earned END AS earned,
           questions.points,
           CASE WHEN marks.points IS NULL THEN questions.status WHEN marks.points = questions.points THEN 'correct'
                WHEN marks.points > 0 THEN 'partly correct' ELSE 'wrong' END AS status,
           marks.points IS NOT NULL AS by_hand,
           CASE WHEN marks.points IS NULL THEN questions.reason WHEN marks.comment = '' THEN 'Given by hand.'
                ELSE 'Given by hand: ' || marks.comment END AS reason
    FROM hand_ins JOIN results USING (key) JOIN questions USING (key)
    LEFT JOIN marks ON marks.student = hand_ins.student AND marks.exercise = hand_ins.exercise
        AND marks.question = questions.question AND marks.submission = results.submission
        AND marks.points <= questions.points""",
    # Each present hand-in: the points so far, all points, and those that a human still has to give.
    "grades": """CREATE VIEW grades AS
    SELECT hand_ins.student, hand_ins.exercise, results.status, coalesce(sum(answers.earned), 0) AS earned,
           coalesce(sum(answers.points), 0) AS points,
           coalesce(sum(CASE WHEN answers.question IS NOT NULL AND answers.earned IS NULL THEN answers.points END), 0)
               AS open_points,
           results.level, results.reason, hand_ins.file
    FROM hand_ins JOIN results USING (key)
    LEFT JOIN answers ON answers.student = hand_ins.student AND answers.exercise = hand_ins.exercise
    GROUP BY hand_ins.student, hand_ins.exercise""",
}

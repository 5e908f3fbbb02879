"""The stepper in words: the title of each step, the state line, and the text version of the whole walk."""


def title(story, step):
    """The finding at this step, as a sentence."""
    root, first = story.root
    if step == 0:
        return f"Backward starts at {root} with {first}: no node has run yet"
    moment = story.moments[step - 1]
    if moment.is_leaf:
        meeting = f"{_paths(moment.paths)} meet at {moment.name}: their contributions add"
        return meeting if moment.paths > 1 else f"The path ends: {moment.name}.grad becomes {moment.after.text}"
    sending = [row for row in moment.rows if row.value]
    if len(sending) == 1:
        value, to = sending[0].value.text, sending[0].to
        return _fitting(
            f"{moment.name} received {moment.received} and sends {value} to {to}",
            f"{moment.name} sends its contribution to {to}",
        )
    where = " and ".join(f"{row.value.text} to {row.to}" for row in sending)
    return _fitting(
        f"{moment.name} received {moment.received}: it sends {where}",
        f"{moment.name} sends contributions to {len(sending)} inputs",
    )


def description(story, step):
    """Where we are, what ran, what arrived and what was sent; backticks mark code."""
    place = f"Step {step} of {story.count}."
    if step == 0:
        return f"{place} {title(story, 0)}."
    moment = story.moments[step - 1]
    if moment.is_leaf:
        return f"{place} `{moment.name}` received {moment.sum}. {_kept(moment)}."
    return f"{place} `{moment.name}` received {moment.received}. {' '.join(map(_row_sentence, moment.rows))}"


def text(story, step):
    """The whole walk, one step after the other; '>' marks the step we are at."""
    lines = [f"{title(story, step)}.", ""]
    for number in range(story.count + 1):
        first, *more = _lines(story, number)
        lines.append(f"{'>' if number == step else ' '} {number:2}  {first}")
        lines += [f"       {line}" for line in more]
    return "\n".join(lines)


def _lines(story, number):
    if number == 0:
        return [f"backward starts at {story.root[0]} with {story.root[1]}"]
    moment = story.moments[number - 1]
    if moment.is_leaf:
        return [f"{moment.name} received {moment.sum}; {_kept(moment).replace('`', '')}"]
    return [f"{moment.name} received {moment.sum}", *map(_row_line, moment.rows)]


def _row_line(row):
    if row.value is None:
        return f"to {row.to}: {row.rule}"
    running = f"; arrived there so far: {row.running}" if row.running else ""
    return f"to {row.to}: {row.product}   ({row.rule}{running})"


def _row_sentence(row):
    if row.value is None:
        return f"To `{row.to}`: {row.rule}."
    running = f"; arrived there so far: {row.running}" if row.running else ""
    return f"To `{row.to}`: {row.rule}, so it sends {row.product}{running}."


def _kept(moment):
    return f"`{moment.name}.grad` was {moment.before} and is now {moment.change}"


def _paths(count):
    return f"{('Two', 'Three', 'Four')[count - 2] if count < 5 else count} paths"


def _fitting(sentence, shorter, longest=66):
    return sentence if len(sentence) <= longest else shorter

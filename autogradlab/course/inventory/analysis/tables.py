"""Sections of a report as plain text and as a page of its own: titles, sentences, tables. No script, no network."""

from dataclasses import dataclass
from html import escape

from autogradlab.draw.theme import standalone_css

_TABLE_CSS = (
    "table{border-collapse:collapse;margin:12px 0;font-variant-numeric:tabular-nums}"
    "caption{text-align:left;font-weight:700}td,th{padding:6px 14px 6px 0;text-align:left;vertical-align:top;"
    "border-bottom:1px solid #8a8a8a}.scroll{overflow-x:auto}h2{font-size:17px;margin:28px 0 8px}"
)


@dataclass(frozen=True)
class Table:
    """A head and rows of texts."""

    head: tuple[str, ...]
    rows: list[list[str]]


def as_text(sections) -> str:
    """All sections, tables in columns."""
    return "\n\n".join("\n".join([title, *said, *map(_table_text, tables)]) for title, said, tables in sections)


def as_html(title: str, sections) -> str:
    """A standalone page, light or dark as the reader's system is set."""
    body = "".join(
        f"<section><h2>{escape(heading)}</h2>{''.join(f'<p>{escape(each)}</p>' for each in said)}"
        f"{''.join(_table_html(heading, table) for table in tables)}</section>"
        for heading, said, tables in sections
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{standalone_css()}{_TABLE_CSS}</style></head><body><main><h1>{escape(title)}</h1>{body}</main></body>"
        "</html>"
    )


def _table_text(table: Table) -> str:
    widths = [max(map(len, column)) for column in zip(table.head, *table.rows)]
    rows = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in (table.head, *table.rows)]
    return "\n".join(["", *(f"  {row}" for row in rows)])


def _table_html(heading: str, table: Table) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.head)
    rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in table.rows)
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(heading)}"><table><thead><tr>{head}'
        f"</tr></thead><tbody>{rows}</tbody></table></div>"
    )

"""The analysis that was planned before any data: `report(folder_of_exports)` returns it as text and as a page."""

from autogradlab.course.inventory.analysis.report import Report, report

__all__ = ["Report", "report"]

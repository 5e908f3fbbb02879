"""The static pages: whole, consistent, asking nothing of the network, and silent about answers."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest

for package in ("sphinx", "myst_nb", "furo"):
    pytest.importorskip(package, reason='the pages need `pip install -e ".[site]"`')

from autogradlab import cli  # noqa: E402
from autogradlab.course.checks import registry  # noqa: E402
from autogradlab.site import forms  # noqa: E402
from autogradlab.site.build import build  # noqa: E402
from autogradlab.site.run import SOME_ADDRESS  # noqa: E402

ROOT = Path(__file__).parents[2]
LESSONS = ("00_start", "02_graph")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of pages with two lessons, and what Sphinx had to say about them."""
    folder = tmp_path_factory.mktemp("pages") / "site"
    told = []
    complaints = build(ROOT, folder, only=LESSONS, workers=2, tell=lambda done, count: told.append((done, count)))
    assert told == [(1, 2), (2, 2)]
    return folder, complaints


class Page(HTMLParser):
    """What a page links to, loads and can be linked at; `folded` counts the checks' answers that are shut."""

    def __init__(self, path):
        super().__init__()
        self.links, self.loads, self.ids = [], [], set()
        self.text = path.read_text("utf-8")
        self.feed(self.text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.ids |= {given["id"]} if given.get("id") else set()
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        elif tag != "a":
            self.loads += [given[name] for name in ("src", "href") if given.get(name)]


def pages(folder):
    return {path: Page(path) for path in folder.rglob("*.html")}


def test_every_link_and_file_is_there_but_for_lessons_left_out(site):
    folder, complaints = site
    all_pages = pages(folder)
    left_out = {path.name for path in (ROOT / "notebooks").glob("*.ipynb")} - {f"{stem}.ipynb" for stem in LESSONS}
    assert [line for line in complaints if not any(name in line for name in left_out)] == []
    for path, page in all_pages.items():
        for link in page.links + page.loads:
            url = urlparse(link)
            target = (path.parent / unquote(url.path)).resolve() if url.path else path
            if url.scheme or {target.name, url.fragment} & left_out:
                continue
            assert target.is_file(), f"{path.name} leads to {link}"
            if url.fragment and target in all_pages and path.parent.name != "_static":
                assert unquote(url.fragment) in all_pages[target].ids, f"{path.name} leads to {link}"


def test_nothing_is_loaded_from_another_host(site):
    for path, page in pages(site[0]).items():
        assert [url for url in page.loads if urlparse(url).scheme in ("http", "https") or url.startswith("//")] == []
        assert not re.search(r"(@import|url\()\s*[\"']?(https?:)?//", page.text), path


def test_headings_of_the_list_of_pages_have_a_level(site):
    assert not [path for path, page in pages(site[0]).items() if 'role="heading">' in page.text]


def test_every_page_has_one_title_that_is_a_heading(site):
    assert [path.name for path, page in pages(site[0]).items() if page.text.count("<h1") != 1] == []


def test_the_title_of_a_framed_figure_is_out_of_sight_but_heard():
    assert re.search(r"^h1\{position:absolute;(?!.*(display|visibility))", forms.GUEST, re.M)


def test_sources_of_misconceptions_are_links_and_tables_have_headings(site):
    assert 'href="https://discuss.pytorch.org/t/187917"' in (site[0] / "docs/misconceptions.html").read_text("utf-8")
    papers = (ROOT / "docs").glob("*.md")
    assert [path.name for path in papers if re.search(r"\| +\|.*\n\|-+\|", path.read_text("utf-8"))] == []


def test_addresses_in_memory_are_the_same_in_every_build(site):
    graph = (site[0] / "notebooks/02_graph.html").read_text("utf-8")
    assert set(re.findall(r" at 0x[0-9a-f]+", graph)) == {f" at {SOME_ADDRESS}"}


def test_a_check_keeps_hints_and_answer_folded_and_gives_no_verdict(site):
    text = (site[0] / "notebooks/02_graph.html").read_text("utf-8")
    cards = re.findall(r'<section class="agl-ui agl-check agl-folded".*?</section>', text, re.S)
    assert len(cards) > 15
    for card in cards:
        before, folded = card.split('<div class="agl-ladder">')
        assert "<summary>Answer</summary>" in folded and folded.count("<summary>") == 4 and "open" not in card[:200]
        assert 'class="agl-key"' not in before and "agl-verdict" not in card and "not attempted" not in card
    assert "check.each" not in text  # the calls themselves are left out


def test_code_in_options_and_answers_is_shown_as_code():
    card = forms._options(registry.find("12-C7")) + forms._answer(registry.find("12-C7"))
    assert card.count("<code>ag.nn.ModuleList([...])</code>") == 3 and "`" not in card


def test_what_a_prediction_is_about_is_folded(site):
    text = (site[0] / "notebooks/02_graph.html").read_text("utf-8")
    assert text.count("Predicted? Show the output") >= 3
    assert re.search(r'below-input">(?:(?!</details>).)*tensor\(4\.\)', text, re.S)


def test_movers_stand_or_move_and_graphs_are_pictures_in_the_page(site):
    graph = (site[0] / "notebooks/02_graph.html").read_text("utf-8")
    frame = re.search(r'<iframe class="agl-moving" src="\.\./(moving/stepper-\w+\.html)"', graph)
    assert "<script>" in (site[0] / frame[1]).read_text("utf-8")
    start = (site[0] / "notebooks/00_start.html").read_text("utf-8")
    assert '<figure class="agl-ui agl-mover agl-still">' in start and "Text version" in start
    assert graph.count('<div class="agl-drawing">') >= 2 and "widget-view" not in graph + start


def test_questions_of_the_inventory_and_solutions_are_not_published(site):
    from autogradlab.course.inventory.forms import FORMS, items

    start = (site[0] / "notebooks/00_start.html").read_text("utf-8")
    assert "They are not printed here" in start
    assert not any(item.id in start for form in FORMS for item in items(form))
    assert not (site[0] / "solutions").exists() and not list(site[0].rglob("*.ipynb"))


def test_a_copy_for_learners_has_pages_of_what_it_holds(tmp_path):
    from autogradlab.site.gather import gather

    copy, source = tmp_path / "copy", tmp_path / "source"
    (copy / "docs").mkdir(parents=True)
    source.mkdir()
    for name in ("notebooks", "exercises", "README.md", "CONTRIBUTING.md", "docs/misconceptions.md"):
        (copy / name).symlink_to(ROOT / name)
    gather(copy, source, LESSONS)
    index = (source / "index.md").read_text("utf-8")
    assert {path.name for path in source.glob("*.md")} == {"index.md", "README.md", "CONTRIBUTING.md"}
    assert "docs/misconceptions" in index and "CHANGELOG" not in index and "instructors" not in index


def test_the_reference_has_entries_with_formula_names_and_source(site):
    functions = Page(site[0] / "api/functions.html")
    assert {"autogradlab.softmax", "autogradlab.no_grad"} <= functions.ids
    assert "∂/∂self = z · (grad − Σ grad · z)" in functions.text
    assert "../_modules/autogradlab/ops/softmax.html#softmax" in functions.links
    linear = (site[0] / "api/nn.html").read_text("utf-8").partition('id="autogradlab.nn.Linear"')[2]
    assert re.search(r"<dt>Shape</dt>\s*<dd><p>\(\*, in_features\) -&gt; \(\*, out_features\)", linear)


def test_formulas_are_mathml(site):
    text = (site[0] / "exercises/02_graph.html").read_text("utf-8")
    assert "mathjax.js" not in text and "cdn" not in text
    from docutils import nodes

    from autogradlab.site.mathml import written

    assert "weight_decay" in written(nodes.math("", r"\text{weight\_decay} \cdot w"), False)


@pytest.mark.parametrize("held", ["a folder with other files", "a file"])
def test_other_files_are_never_replaced(tmp_path, capsys, held):
    folder = tmp_path / "mine"
    other = folder
    if held != "a file":
        folder.mkdir()
        other = folder / "thesis.txt"
    other.write_text("years of work", "utf-8")
    assert cli.main(["site", str(folder)]) == 1
    sentence, cure = capsys.readouterr().err.splitlines()  # and no progress bar, where there is no terminal
    assert (
        sentence.startswith(f"autogradlab: `{folder}`")
        and cure.startswith("  help: ")
        and other.read_text("utf-8") == "years of work"
    )


def test_without_its_packages_the_verb_says_what_to_install(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(cli, "find_spec", lambda name: None)
    assert cli.main(["site", str(tmp_path / "new")]) == 1
    sentence, cure = capsys.readouterr().err.splitlines()
    assert "sphinx, myst_nb, furo" in sentence and '".[site]"' in cure and not (tmp_path / "new").exists()


def test_a_lesson_that_fails_is_named_and_the_old_pages_stay(tmp_path):
    import nbformat

    from autogradlab.site.run import execute, variables

    path = tmp_path / "05_loop.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 / 0")]), path)
    with pytest.raises(ValueError, match=r"05_loop.ipynb` does not run to its end: ZeroDivisionError(?s:.)*help: "):
        execute(path, tmp_path, variables(tmp_path, ROOT))

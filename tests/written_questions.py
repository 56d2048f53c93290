"""Questions of our own for sets: on rivers, composers, metals and inventors, with all marks there are."""

from __future__ import annotations

from zellig.corpora.questions import quiz_item
from zellig.items import Item
from zellig.tasks.quiz.answers import main_answer

RIVERS, COMPOSERS = ("Geography", "Rivers"), ("Fine Arts", "Auditory Fine Arts")
METALS, INVENTORS = ("Science", "Chemistry"), ("History", "Inventors")

# Kind, question, answer line.
QUESTIONS: list[tuple[tuple[str, str], str, str]] = [
    (
        RIVERS,
        "Barges on this river (*) carry salt past Cologne. Name this river.",
        "_Rhine_ River [or _Rhein_]",
    ),
    (RIVERS, "Hippos bathe in this river below Khartoum. Name this river.", "_Nile_ [accept Blue __Nile__]"),
    (RIVERS, "Pink dolphins swim in this river. Name this river.", "<b><u>Amazon</u></b> River"),
    (RIVERS, "Budapest lies on both banks of this river. Name this river.", "<u>Danube</u> [or Donau]"),
    (RIVERS, "Tower Bridge (“TOW-er”) spans this river (*). Name it.", "_Thames_ (“temz”)"),
    (RIVERS, "Lyon is where this river meets the Saône. Name it.", "_Rhône_ [prompt on “river”]"),
    (RIVERS, "Steamboats with paddles raced on this river to Saint Louis.", "_Mississippi_ River"),
    (COMPOSERS, "A sleepless count asked for <i>variations</i> by this composer.", "Johann Sebastian _Bach_"),
    (COMPOSERS, "This composer wrote nine symphonies and grew deaf.", "Ludwig van _Beethoven_"),
    (COMPOSERS, "A swan dies in the ballet music of this Russian.", "Pyotr Ilyich _Tchaikovsky_"),
    (COMPOSERS, "This composer let a trout swim through a quintet.", "Franz _Schubert_"),
    (COMPOSERS, "This composer wrote four violin concertos on the seasons.", "Antonio _Vivaldi_"),
    (COMPOSERS, "A pianist from Warsaw, this composer wrote mazurkas.", "Frédéric _Chopin_"),
    (COMPOSERS, "For a king’s boat ride this composer wrote suites.", "George Frideric _Handel_"),
    (METALS, "Thermometers held this metal (*), which is liquid in a warm room.", "_mercury_ [or _Hg_]"),
    (METALS, "Cans for soup are lined with this metal, whose pest is cold.", "_tin_ [or _Sn_]"),
    (METALS, "Foil for sandwiches is rolled from this light metal.", "<b><u>alumin</u></b>um [or Al]"),
    (METALS, "Rust is an oxide of this metal, Fe<sub>2</sub>O<sub>3</sub>.", "_iron_ [or _Fe_]"),
    (METALS, "Statues turn green because they are made of this metal.", "_copper_ [do not accept “bronze”]"),
    (METALS, "Batteries of telephones move ions of this lightest metal.", "_lithium_"),
    (METALS, "Pipes of this heavy metal poisoned drinkers in Rome.", "_lead_ [or _Pb_]"),
    (INVENTORS, "This printer of Mainz cast letters (*) of metal.", "Johannes _Gutenberg_"),
    (INVENTORS, "Menlo Park was home to this maker of light bulbs &amp; films.", "Thomas _Edison_"),
    (
        INVENTORS,
        "This brother of Orville flew at Kitty Hawk.",
        "Wilbur _Wright_ [prompt on _Wright_ brother]",
    ),
    (INVENTORS, "A kettle taught this Scot about steam.", "James _Watt_"),
    (INVENTORS, "This Serb lit a fair with alternating current.", "Nikola _Tesla_"),
    (INVENTORS, "This Swede tamed nitroglycerin and left prizes.", "Alfred _Nobel_"),
    (INVENTORS, "Dots and dashes are named after this painter.", "Samuel _Morse_"),
    # The same answers again, and a clue that is nearly the same.
    (RIVERS, "Vienna waltzes beside this river, which ends in the Black Sea.", "the _Danube_"),
    (COMPOSERS, "Saint Thomas in Leipzig employed this cantor.", "J. S. _Bach_"),
    (METALS, "Old pipes of this heavy metal poisoned drinkers in ancient Rome.", "_Lead_"),
]
AUTHORS = ("Ana", "Ben", "Cleo")


def written(numbers: range | None = None) -> list[Item]:
    """The questions as items, each with an author."""
    return [
        quiz_item(
            f"q{number}",
            question,
            (main_answer(line),),
            line,
            {"category": kind[0], "subcategory": kind[1], "author": AUTHORS[number % len(AUTHORS)]},
        )
        for number, (kind, question, line) in enumerate(QUESTIONS)
        if numbers is None or number in numbers
    ]

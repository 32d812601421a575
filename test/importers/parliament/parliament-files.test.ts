import { describe, expect, it } from "vitest";
import { dottedDate, readMemberList } from "../../../src/importers/parliament/member-lists.ts";
import { memberRows } from "../../../src/importers/parliament/member-rows.ts";
import { PARLIAMENT_FILES } from "../../../src/importers/parliament/parliament-files.ts";
import { parliamentsOf } from "../../../src/importers/parliament/parliaments.ts";
import { pageRows } from "../../../src/importers/parliament/register-pages.ts";
import { cellsOf, importMade, tableOf, textFile } from "../../support/data/import-files.ts";

const PEOPLE = `person count,aph id,name,birthday,alt name,,
,,,,,,
1,EX1,Ann Mary Example,,Annabel Example,,
# a comment
2,EX2,Bea Sample,,,,
`;
const HOUSE = `member count,person count,name,Division,State/Territory,Date of election,Type of election,Date ceased to be a Member,reason,Most recent party

1,,Annabel Example,Calare,NSW,21.8.2010,,18.05.2019,defeated,AAA
2,,Annabel Example,Calare,NSW,1.2.2018,changed_party,18.05.2019,defeated,BBB
`;
const SENATE = `member count,person count,name,Division,State/Territory,Date of election,Type of election,Date ceased to be a Member,reason,Most recent party
1,,Bea Sample,,Tasmania,1.7.2014,,30.6.2019,retired,CCC
`;
const COLUMNS = "Name~Member Type~Electorate~Party~Held by~Location~Purpose for which owned~Updated";
const page = (rows: readonly string[]) => {
  const head = COLUMNS.split("~").map((name) => `<th>${name}</th>`);
  const cells = (row: string) => row.split("~").map((cell) => `<td><p>${cell}</p></td>`);
  const body = rows.map((row) => `<tr>${cells(row).join("")}</tr>`);
  return `<html><body><table><thead><tr>${head.join("")}</tr></thead><tbody>${body.join("\n")}</tbody></table></body></html>`;
};
const HOME =
  "<a href='x'>Ann Example</a>~Representative~Calare, New South Wales~A Party~Self/Spouse~Abbotsford, NSW~Home &amp; office~31/8/2016";
const LAND = "Ann Example~Representative~Calare, New South Wales~A Party~Spousue~Somewhere~Land~1/9/2016";
const NEW = "Bea Sample~Senator~Tasmania~B Party~Dependent Children~Nowhere, TAS~~1/10/2018";

const allowed = { allowedSources: new Set(["parliament-members", "parliament-register"]) };
const importAll = (...pages: string[]) =>
  importMade(
    [
      textFile("people.csv", PEOPLE),
      textFile("representatives.csv", HOUSE),
      textFile("senators.csv", SENATE),
      ...pages.map((text, i) => textFile(`real-estate-${i}.html`, text)),
    ],
    allowed,
  );

describe("parliamentsOf", () => {
  it.each([
    [7, "<th>Type of investment</th><th>Body in which investment is held</th>"],
    [8, "<th>Nature of account</th><th>Name of bank/institution</th>"],
    [9, "<th>Nature of any other assets</th><th>Notes</th>"],
    [10, "<th>Nature of income</th><th>Notes</th>"],
  ])("reads the page of item %i by the words of the form", (item, columns) => {
    const text = page(["Ada Alder~MP~Aldgrove~ALP~Self~Bonds of a state~Notes~2019-07-01"]).replace(
      "<th>Location</th><th>Purpose for which owned</th>",
      columns,
    );
    const file = textFile("page.html", text);
    expect(PARLIAMENT_FILES.recognise(file)).toBeDefined();
    expect(PARLIAMENT_FILES.read(file).part).toMatchObject({
      interests: [{ item, text: "Bonds of a state" }],
    });
  });

  it("counts a member of the House from the election on, and a senator from the opening on", () => {
    expect(parliamentsOf("house", "2016-07-02", "2019-05-18")).toEqual([45]);
    expect(parliamentsOf("house", "2018-07-28", undefined)).toEqual([45, 46, 47, 48]);
    expect(parliamentsOf("senate", "2014-07-01", "2019-06-30")).toEqual([44, 45]);
    expect(parliamentsOf("senate", "2011-07-01", "2014-06-30")).toEqual([43, 44]);
    expect(parliamentsOf("house", "1980-01-01", "1990-01-01")).toEqual([]);
  });
});

describe("PARLIAMENT_FILES", () => {
  it("reads dotted dates with and without zeros", () => {
    expect(["18.05.2019", "2.3.1996"].map(dottedDate)).toEqual(["2019-05-18", "1996-03-02"]);
    for (const text of ["2019", "", "31.02.2019", "1.13.2019", "1.1.0019"])
      expect([text, dottedDate(text)]).toEqual([text, undefined]);
  });

  it("leaves out with its reason a person without a number", () => {
    const odd = ["x,EX3,Cy Odd,,,,", ",EX4,Di Odd,,,,", "1234567,EX5,Ed Odd,,,,", "-1,EX6,Flo Odd,,,,"];
    const { part, report } = readMemberList(textFile("people.csv", `${PEOPLE}${odd.join("\n")}\n`));
    expect(part).toMatchObject({ kind: "people", people: [{ number: "1" }, { number: "2" }] });
    expect(report).toMatchObject({ rowsRead: 6, rowsUsed: 2, rejects: [{ rule: "no number", count: 4 }] });
  });

  it("says of each service in no state what is wrong, also where it is there twice", () => {
    const nowhere = SENATE.split("\n")[1].replace("Tasmania", "Nowhere");
    const { report } = readMemberList(textFile("senators.csv", `${SENATE}${nowhere}\n${nowhere}\n`));
    expect(report.rejects).toMatchObject([{ rule: "no state", count: 2 }]);
  });

  it("numbers people outside of the list behind everyone in it", () => {
    const people = PEOPLE.replace("1,EX1", "100000,EX1").replace("Bea Sample", "Bea Other");
    const lists = [people, HOUSE, SENATE].map((text) => readMemberList(textFile("list.csv", text)).part);
    expect(memberRows(lists, []).people.map(({ id, slug }) => [id, slug])).toEqual([
      [100_000, "ann-mary-example"],
      [100_001, "bea-sample"],
    ]);
  });

  it("reads entities of every form, and none for a number that no character has", () => {
    const cells = "A&#39;B&#x27;C&#X27;D~&#99999999;E&#x110000;F&#0;~&amp;&nbsp;&copy;";
    expect(pageRows(textFile("page.html", page([cells])))[1]).toEqual(["A'B'C'D", "EF", "& &copy;"]);
    expect(pageRows(textFile("page.html", page(["&#xD800;"])))[1]).toEqual(["\ufffd"]);
  });

  it.each([
    ["tables", "<table>".repeat(2_000_000)],
    ["rows", `<table>${"<tr>".repeat(2_000_000)}</table>`],
    ["rows that do not even begin", `<table>${"<tr".repeat(2_000_000)}</table>`],
    ["cells", `<table><tr>${"<td>".repeat(2_000_000)}</tr></table>`],
    ["tags", `<table><tr><td>${"<".repeat(2_000_000)}</td></tr></table>`],
  ])("leaves a page of %s without end to others, at once", (_, html) => {
    expect(PARLIAMENT_FILES.recognise(textFile("page.html", `<html>${html}`))).toBeUndefined();
  });

  it("refuses a page that ends inside its table", () => {
    const cut = textFile("page.html", page([HOME]).slice(0, -40));
    expect(() => PARLIAMENT_FILES.read(cut)).toThrow("page.html: truncated: the page ends inside its table");
  });

  it("finds a person under either name, and gives the later of two parties of a parliament", async () => {
    const outcome = await importAll();
    expect(tableOf(outcome, "politicians")).toMatchObject([
      {
        id: 1,
        slug: "ann-mary-example",
        display_name: "Ann Mary Example",
        aph_mpid: "EX1",
        first_parliament: 43,
        last_parliament: 45,
      },
      { id: 2, slug: "bea-sample", surname: "Sample", given_names: "Bea" },
    ]);
    const columns = ["politician_id", "parliament", "chamber", "state_code", "party_ab"];
    expect(cellsOf(tableOf(outcome, "politician_terms"), ...columns)).toEqual([
      [1, 43, "house", "NSW", "AAA"],
      [1, 44, "house", "NSW", "AAA"],
      [1, 45, "house", "NSW", "BBB"],
      [2, 44, "senate", "TAS", "CCC"],
      [2, 45, "senate", "TAS", "CCC"],
    ]);
  });

  it("takes the first of two people with a name unless a number tells, and finds a member in a chamber of theirs alone", () => {
    const person = (number: string, otherName = "") => ({ number, aphId: "", name: "Cleo Twin", otherName });
    const service = { name: "Cleo Twin", division: "Calare", state: "NSW", from: "2010-08-21", until: "" };
    const { terms, idOf } = memberRows(
      [
        { kind: "people", people: [person("7"), person("8", "Cleopatra Twin")] },
        { kind: "house", services: [{ ...service, person: "", party: "AAA" }] },
        { kind: "senate", services: [{ ...service, person: "8", party: "BBB" }] },
      ],
      [],
    );
    expect(new Set(terms.map((row) => `${row.politician_id} ${row.chamber}`))).toEqual(
      new Set(["7 house", "8 senate"]),
    );
    expect([idOf("Cleo Twin", "house"), idOf("CLEO  O. Twin", "senate")]).toEqual([7, 8]);
    expect([idOf("Cleopatra Twin", "senate"), idOf("Cleopatra Twin", "house")]).toEqual([8, undefined]);
  });

  it("takes declarations word for word, the first holder, and the day of the statement", async () => {
    const holdings = tableOf(await importAll(page([HOME, LAND])), "register_holdings");
    expect(holdings).toMatchObject([
      {
        politician_id: 1,
        item_no: 3,
        holder: "self",
        declared_text: "Abbotsford, NSW",
        secondary_text: "Home & office",
        declared_from: "2016-08-31",
        declared_from_known: true,
        currently_declared: true,
        declared_to: null,
      },
      { holder: "spouse_partner", declared_text: "Somewhere", sal_code: null, match_method: null },
    ]);
  });

  it("ends what a newer page of the item no longer holds, whatever the order of the files", async () => {
    const [older, newer] = [page([HOME, LAND, LAND]), page([LAND, NEW])];
    for (const pages of [
      [older, newer],
      [newer, older],
    ]) {
      const outcome = await importAll(...pages);
      expect(outcome.sources.find(({ id }) => id === "parliament-register")?.vintage).toBe("2018-10-01");
      const rows = tableOf(outcome, "register_holdings");
      expect(cellsOf(rows, "declared_text", "currently_declared", "declared_to").sort()).toEqual([
        ["Abbotsford, NSW", false, "2018-10-01"],
        ["Nowhere, TAS", true, null],
        ["Somewhere", false, "2018-10-01"],
        ["Somewhere", true, null],
      ]);
    }
  });

  it("leaves out with its reason what nobody of the name declares, and keeps rows back without the operator's word", async () => {
    const stranger = HOME.replace("Ann Example", "Cy Nobody");
    const outcome = await importAll(page([stranger, LAND]));
    expect(tableOf(outcome, "register_holdings").length).toBe(1);
    expect(JSON.stringify(outcome)).toContain("Cy Nobody");
    const withheld = await importMade([
      textFile("people.csv", PEOPLE),
      textFile("r.csv", HOUSE),
      textFile("x.html", page([LAND])),
    ]);
    expect(tableOf(withheld, "politicians")).toEqual([]);
  });
});

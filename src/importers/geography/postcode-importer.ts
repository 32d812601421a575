import { stateOfSalCode } from "../../dataset/states.ts";
import { remembered } from "../../runtime/lazy.ts";
import { cellText, PlainTable, type TitledSheet, titledSheet } from "../files/plain-table.ts";
import { releaseLine } from "../files/published-on.ts";
import { type CombineContext, FILE_ROW, fragmentsOf, importerOfKinds, type StoredPart } from "../importer.ts";
import { NO_SUBURBS, suburbNamed } from "../places/suburb-names.ts";
import type { ImportFile } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { absSource } from "../source-licence.ts";

const POSTCODE_SOURCE = absSource(
  "abs-postcode-correspondence-2017",
  "Postcode 2017 to State Suburb 2016 correspondence",
  30,
);

type PostcodePart = ReturnType<typeof readLinks>["part"];

const VINTAGE = "2017-12-06";

export const POSTCODE_IMPORTER = importerOfKinds<TitledSheet, PostcodePart>({
  id: "abs-postcodes",
  title: "ABS correspondence of postcodes to suburbs",
  sources: [POSTCODE_SOURCE],
  kindOf: tableSheet,
  recognised: () => ({ confidence: 90, what: "correspondence of postcodes (2017) to suburbs (2016)" }),
  read: readLinks,
  explain: () => [
    "suburb_demographics.postcode: the postcode of suburbs that lie in one postcode only; the ratio says how much of a",
    "postcode lies in a suburb and not the reverse, so suburbs in several postcodes are counted and left open",
    "matched by state (first digit of the 2016 code) and name; the code itself is of another edition and is not used",
  ],
  combine: combineLinks,
});

/** The sheet with postcode, suburb and ratio columns below a line with "correspondence" and "table". */
function tableSheet(file: ImportFile) {
  const sheet = titledSheet(file, areTitles);
  if (sheet === undefined) return undefined;
  const firsts = file
    .sheetHeads()
    .get(sheet.name)!
    .map(([cell]) => String(cell));
  return firsts.some((line) => /correspondence/i.test(line) && /table/i.test(line)) ? sheet : undefined;
}

function areTitles(cells: readonly string[]): boolean {
  return cells[0] === "POSTCODE_2017" && cells.includes("SSC_NAME_2016") && cells.includes("RATIO");
}

function readLinks(file: ImportFile, { name }: TitledSheet) {
  const rows = file.sheet(name);
  const titleRow = rows.findIndex((row) => areTitles(row.map(cellText)));
  if (titleRow < 0) file.refuse("the header is not in column A");
  // The publisher's copyright line is below the table.
  const table = new PlainTable(file, [], {
    rows: rows.map((row) => (/^©/.test(String(row[0])) ? [] : row)),
    titleRow,
    width: "any",
  });
  const found = Array.from(table.records(), ({ row, cells, text, reject }) => {
    const state = stateOfSalCode(text("ssc_code_2016"));
    const postcode = cellText(cells[0]).padStart(4, "0");
    const [name, ratio] = [text("ssc_name_2016"), cells[table.at.get("ratio")!]];
    if (!/^[0-9]{4}$/.test(postcode)) return reject("postcode", `"${cells[0]}" is not a postcode`);
    if (state === undefined || name === "") return reject("no state", `"${name}" is not in any state`);
    if (!(Number(ratio) > 0)) return reject("ratio", `ratio ${ratio} of ${postcode} in "${name}"`);
    return { row, postcode, state: state.code, name };
  });
  const links = found.filter((link) => link !== undefined);
  if (links.length === 0) file.refuse("the correspondence has no rows");
  return table.reading({ part: { links }, rowsUsed: links.length, vintage: releaseLine(file) ?? VINTAGE });
}

function combineLinks(parts: readonly StoredPart<PostcodePart>[], { suburbs }: CombineContext) {
  if (suburbs.suburbs.length === 0) return { fragments: [], notes: [NO_SUBURBS] };
  const tally = new RejectTally();
  const fragments = parts.flatMap((stored) => {
    const postcodes = new Map<string, { row: number; codes: Set<string> }>();
    for (const link of stored.part.links) {
      const salCode = suburbNamed(suburbs, link, tally);
      if (salCode === undefined) continue;
      const first = () => ({ row: link.row, codes: new Set<string>() });
      remembered(postcodes, salCode, first).codes.add(link.postcode);
    }
    const rows = [...postcodes].flatMap(([salCode, { row, codes }]) => {
      if (codes.size === 1) return [{ sal_code: salCode, postcode: [...codes][0], [FILE_ROW]: row }];
      return tally.reject("several postcodes", row, `${salCode} lies in ${[...codes].join(", ")}`) ?? [];
    });
    return fragmentsOf(POSTCODE_SOURCE, stored, { suburb_demographics: rows }, { postcode: "POSTCODE_2017" });
  });
  return { fragments, rejects: tally.rules() };
}

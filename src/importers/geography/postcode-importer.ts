import { type StateCode, stateOfSalCode } from "../../dataset/states.ts";
import { releaseLine } from "../files/published-on.ts";
import {
  type CombineContext,
  FILE_ROW,
  fragmentsOf,
  type Importer,
  type ImportRow,
  type StoredPart,
} from "../importer.ts";
import { NO_SUBURBS, suburbNamed } from "../places/suburb-names.ts";
import type { ImportFile, SheetCell } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { absSource } from "../source-licence.ts";

export const POSTCODE_SOURCE = absSource(
  "abs-postcode-correspondence-2017",
  "Postcode 2017 to State Suburb 2016 correspondence",
  30,
);

interface Link {
  readonly row: number;
  readonly postcode: string;
  readonly state: StateCode;
  readonly name: string;
}

export interface PostcodePart {
  readonly links: readonly Link[];
}

const VINTAGE = "2017-12-06";

/** The correspondence of 2017 postcodes to 2016 suburbs, matched to today's suburbs by state and name. */
export const POSTCODE_IMPORTER: Importer<PostcodePart> = {
  id: "abs-postcodes",
  title: "ABS correspondence of postcodes to suburbs",
  sources: [POSTCODE_SOURCE],
  recognise(file) {
    return tableSheet(file) === undefined
      ? undefined
      : { confidence: 90, what: "correspondence of postcodes (2017) to suburbs (2016)" };
  },
  read: readLinks,
  explain: () => [
    "suburb_demographics.postcode: the postcode of suburbs that lie in one postcode only; the ratio says how much of a",
    "postcode lies in a suburb and not the reverse, so suburbs in several postcodes are counted and left open",
    "matched by state (first digit of the 2016 code) and name; the code itself is of another edition and is not used",
  ],
  combine: combineLinks,
};

/** The sheet that lists postcode, suburb and ratio, found by its column names. */
function tableSheet(file: ImportFile): string | undefined {
  if (!file.isWorkbook) return undefined;
  for (const [name, rows] of file.sheetHeads()) {
    if (
      rows.some(isHeader) &&
      rows.some((row) => /correspondence/i.test(String(row[0])) && /table/i.test(String(row[0])))
    )
      return name;
  }
  return undefined;
}

function isHeader(row: readonly SheetCell[]): boolean {
  return row[0] === "POSTCODE_2017" && row.includes("SSC_NAME_2016") && row.includes("RATIO");
}

function readLinks(file: ImportFile) {
  const rows = file.sheet(tableSheet(file)!);
  const header = rows.findIndex(isHeader);
  if (header < 0) file.refuse("the header is not in column A");
  const at = (name: string) => rows[header].indexOf(name);
  const tally = new RejectTally();
  const links: Link[] = [];
  let rowsRead = 0;
  for (const [i, cells] of rows.slice(header + 1).entries()) {
    const row = header + i + 2;
    if (cells.every((cell) => cell === null || cell === "") || /^©/.test(String(cells[0]))) continue;
    rowsRead++;
    const state = stateOfSalCode(String(cells[at("SSC_CODE_2016")] ?? ""));
    const postcode = String(cells[0] ?? "").padStart(4, "0");
    const [name, ratio] = [String(cells[at("SSC_NAME_2016")] ?? ""), Number(cells[at("RATIO")])];
    if (!/^[0-9]{4}$/.test(postcode)) tally.reject("postcode", row, `"${cells[0]}" is not a postcode`);
    else if (state === undefined || name === "") tally.reject("no state", row, `"${name}" lies in no state`);
    else if (!(ratio > 0))
      tally.reject("ratio", row, `ratio ${cells[at("RATIO")]} of ${postcode} in "${name}"`);
    else links.push({ row, postcode, state: state.code, name });
  }
  if (links.length === 0) file.refuse("the correspondence has no rows");
  return tally.reading({
    part: { links },
    rowsRead,
    rowsUsed: links.length,
    vintage: releaseLine(file) ?? VINTAGE,
  });
}

function combineLinks(parts: readonly StoredPart<PostcodePart>[], { suburbs }: CombineContext) {
  if (suburbs.suburbs.length === 0) return { fragments: [], notes: [NO_SUBURBS] };
  const tally = new RejectTally();
  const fragments = parts.flatMap((stored) => {
    const postcodes = new Map<string, { row: number; codes: Set<string> }>();
    for (const link of stored.part.links) {
      const salCode = suburbNamed(suburbs, link, tally);
      if (salCode === undefined) continue;
      const entry = postcodes.get(salCode) ?? { row: link.row, codes: new Set<string>() };
      postcodes.set(salCode, entry);
      entry.codes.add(link.postcode);
    }
    const rows: ImportRow[] = [];
    for (const [salCode, { row, codes }] of postcodes) {
      if (codes.size === 1) rows.push({ sal_code: salCode, postcode: [...codes][0], [FILE_ROW]: row });
      else tally.reject("several postcodes", row, `${salCode} lies in ${[...codes].join(", ")}`);
    }
    return fragmentsOf(POSTCODE_SOURCE, stored, { suburb_demographics: rows }, { postcode: "POSTCODE_2017" });
  });
  return { fragments, rejects: tally.rules() };
}

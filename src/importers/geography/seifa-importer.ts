import { STATES, stateOfSalCode } from "../../dataset/states.ts";
import { badDataset } from "../../runtime/errors.ts";
import { releaseLine } from "../files/published-on.ts";
import { fragmentsOf, type Importer, type ImportRow, type StoredPart } from "../importer.ts";
import type { ImportFile, SheetCell } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { absSource } from "../source-licence.ts";
import { kindOfSal, SpecialCodes, salCodeOf } from "./sal-code.ts";

const SEIFA_SOURCE = absSource("abs-seifa-2021", "Socio-Economic Indexes for Areas (SEIFA) 2021", 50);

export const SEIFA_INDEXES = ["irsd", "irsad", "ier", "ieo"] as const;
type SeifaIndex = (typeof SEIFA_INDEXES)[number];

/** Scores and deciles of one suburb by column; missing ones are absent. */
type SeifaScores = Record<string, number>;

type SeifaPart = ReturnType<typeof readSeifa>["part"];

const VINTAGE = "2023-04-27";
const CSV_COLUMNS = SEIFA_INDEXES.map(
  (index) => [`${index.toUpperCase()}_Score`, `seifa_${index}_score`] as const,
);

export const SEIFA_IMPORTER: Importer<SeifaPart> = {
  id: "abs-seifa-2021",
  title: "ABS SEIFA 2021 by suburb",
  stage: "suburbs",
  sources: [SEIFA_SOURCE],
  recognise(file) {
    if (file.isWorkbook) {
      const sheets = seifaSheets(file);
      if (sheets.size === 0 || !/localit|\bSAL\b/i.test(JSON.stringify([...file.sheetHeads().values()])))
        return undefined;
      return { confidence: 90, what: "SEIFA 2021 workbook by suburb" };
    }
    const columns = /_Score/.test(file.firstLine) ? file.headerCells() : [];
    const found = CSV_COLUMNS.filter(([name]) => columns.includes(name)).length;
    if (found < 2 || !columns.includes("SAL_CODE_2021")) return undefined;
    return { confidence: 95, what: "SEIFA 2021 scores by suburb" };
  },
  read: readSeifa,
  explain: () => [
    "suburb_demographics.seifa_<index>_score: the score, rounded to a whole number (the index is published so)",
    "suburb_demographics.seifa_<index>_decile_aus, _decile_state: as published; where a file gives scores only,",
    "areas in order of score in ten groups of equal number, within Australia when all states are there, and within the state,",
    "as far as the file holds every score that was published of it",
  ],
  combine: combineSeifa,
};

function readSeifa(file: ImportFile) {
  const tally = new RejectTally();
  const special = new SpecialCodes();
  /** By suburb code; not rounded. */
  const scores: Record<string, SeifaScores> = {};
  let [rowsRead, blank, footers] = [0, 0, 0];
  for (const { row, code, cells } of file.isWorkbook ? workbookRows(file) : csvRows(file)) {
    if (isBlank(code) && Object.values(cells).every(isBlank)) {
      blank++;
      continue;
    }
    // The publisher's copyright line below the table.
    if (/^\s*(©|\(c\))/i.test(String(code))) {
      footers++;
      continue;
    }
    rowsRead++;
    const salCode = salCodeOf(code);
    if (salCode === undefined) {
      tally.reject("suburb code", row, `"${code}" is not a suburb code`);
      continue;
    }
    if (special.has(kindOfSal(salCode))) continue;
    const own = scores[salCode] ?? {};
    scores[salCode] = own;
    for (const [name, cell] of Object.entries(cells)) {
      if (isBlank(cell) || cell === "-") continue;
      const value = Number(cell);
      const isDecile = name.includes("decile");
      if (isDecile ? Number.isInteger(value) && value >= 1 && value <= 10 : value >= 1 && value <= 2000)
        own[name] = value;
      else tally.reject("score", row, `${name} is "${cell}"`);
    }
  }
  const used = Object.values(scores).filter((own) => Object.keys(own).length > 0).length;
  if (used === 0) file.refuse("no suburb with a score");
  return tally.reading({
    part: { scores },
    rowsRead,
    rowsUsed: used,
    vintage: releaseLine(file) ?? VINTAGE,
    notes: [
      ...special.notes(),
      ...(blank + footers === 0 ? [] : [`${blank} blank rows and ${footers} footers skipped`]),
    ],
  });
}

function workbookRows(file: ImportFile) {
  return [...seifaSheets(file)].flatMap(([name, index]) =>
    seifaSheetRows(file.path, file.sheet(name), index),
  );
}

function csvRows(file: ImportFile): { row: number; code: SheetCell; cells: Record<string, SheetCell> }[] {
  const [header, ...rows] = file.csv();
  const columns = header.map((name) => name.trim());
  const missing = CSV_COLUMNS.filter(([name]) => !columns.includes(name)).map(([name]) => `"${name}"`);
  if (missing.length > 0) file.refuse(`row 1 lacks the column ${missing.join(", ")}`);
  const code = columns.indexOf("SAL_CODE_2021");
  return rows.map((row, i) => ({
    row: i + 2,
    code: row[code],
    cells: Object.fromEntries(CSV_COLUMNS.map(([name, cell]) => [cell, row[columns.indexOf(name)] ?? null])),
  }));
}

function combineSeifa(parts: readonly StoredPart<SeifaPart>[]) {
  const notes: string[] = [];
  const fragments = parts.flatMap((stored) => {
    const { part, path } = stored;
    const derived = new Map<string, Record<string, number>>();
    for (const index of SEIFA_INDEXES) {
      const scored = Object.entries(part.scores).filter(
        ([, own]) => own[`seifa_${index}_score`] !== undefined,
      );
      if (scored.some(([, own]) => own[`seifa_${index}_decile_aus`] !== undefined)) continue;
      for (const [code, deciles] of derivedDeciles(scored, index))
        derived.set(code, { ...derived.get(code), ...deciles });
    }
    const ranked = [...derived.values()].filter((deciles) => Object.keys(deciles).length > 0).length;
    if (ranked > 0) notes.push(`${path}: deciles are derived from the order of scores; the file gives none`);
    if (ranked < derived.size) {
      notes.push(
        `${path}: no deciles for ${derived.size - ranked} suburbs: the file holds fewer scores of their state than were published`,
      );
    }
    const rows = Object.entries(part.scores).map(([salCode, own]): ImportRow => {
      const cells = Object.entries({ ...own, ...derived.get(salCode) });
      return {
        sal_code: salCode,
        ...Object.fromEntries(cells.map(([name, value]) => [name, Math.round(value)])),
      };
    });
    const columns = Object.fromEntries(
      SEIFA_INDEXES.flatMap((index) => [
        [`seifa_${index}_score`, `${index.toUpperCase()} score`],
        [`seifa_${index}_decile_aus`, decileOrigin(index, "Australia")],
        [`seifa_${index}_decile_state`, decileOrigin(index, "state")],
      ]),
    );
    return fragmentsOf(SEIFA_SOURCE, stored, { suburb_demographics: rows }, columns);
  });
  return { fragments, notes };
}

function decileOrigin(index: SeifaIndex, scope: string): string {
  return `${index.toUpperCase()} decile within ${scope}; where the file has none, the tenth by order of the score`;
}

/** Number of published scores by first digit of the code, 1 to 8. Deciles of fewer would be wrong. */
const SCORED: Readonly<Record<SeifaIndex, readonly number[]>> = {
  irsd: [4311, 2816, 3083, 1613, 1538, 727, 255, 114],
  irsad: [4311, 2816, 3083, 1613, 1538, 727, 255, 114],
  ier: [4312, 2816, 3083, 1613, 1539, 728, 255, 114],
  ieo: [4320, 2823, 3086, 1614, 1544, 729, 258, 116],
};

/** A file with fewer suburbs counts as a selection; its deciles are relative to the selection. */
const SELECTION = 500;

/** Deciles by score: 1 is the lowest tenth of the areas (not residents). Ties are ordered by code. */
function derivedDeciles(scored: readonly (readonly [string, SeifaScores])[], index: SeifaIndex) {
  const name = `seifa_${index}_score`;
  const ordered = [...scored]
    .sort(([a, x], [b, y]) => x[name] - y[name] || (a < b ? -1 : 1))
    .map(([code]) => code);
  const deciles = new Map<string, Record<string, number>>(ordered.map((code) => [code, {}]));
  const rank = (codes: readonly string[], within: string) => {
    codes.forEach((code, i) => {
      deciles.get(code)![`seifa_${index}_decile_${within}`] = Math.ceil((10 * (i + 1)) / codes.length);
    });
  };
  const isSelection = ordered.length < SELECTION;
  const whole = STATES.map((state) => ordered.filter((code) => stateOfSalCode(code) === state)).filter(
    (codes) => codes.length > 0 && (isSelection || codes.length >= SCORED[index][Number(codes[0][0]) - 1]),
  );
  if (whole.length === STATES.length) rank(ordered, "aus");
  for (const codes of whole) rank(codes, "state");
  return deciles;
}

function isBlank(cell: SheetCell): boolean {
  return cell === null || String(cell).trim() === "";
}

const TITLES: readonly (readonly [RegExp, SeifaIndex])[] = [
  [/advantage and disadvantage/i, "irsad"],
  [/relative socio-economic disadvantage/i, "irsd"],
  [/economic resources/i, "ier"],
  [/education and occupation/i, "ieo"],
];

function seifaIndexOf(title: string): SeifaIndex | undefined {
  return TITLES.find(([pattern]) => pattern.test(title))?.[1];
}

/** Sheets of the ABS workbook with one index each, including national and state deciles. */
function seifaSheets(file: ImportFile): Map<string, SeifaIndex> {
  const found = new Map<string, SeifaIndex>();
  for (const [name, rows] of file.sheetHeads()) {
    const header = rows.findIndex(isHeader);
    if (header < 0) continue;
    const title = rows
      .slice(0, header)
      .flat()
      .filter((cell) => typeof cell === "string")
      .map(seifaIndexOf)
      .find((index) => index !== undefined);
    if (title !== undefined) found.set(name, title);
  }
  return found;
}

/** One entry per suburb, with cells under `seifa_<index>_score`, `_decile_aus` and `_decile_state`. */
function seifaSheetRows(
  path: string,
  rows: readonly (readonly SheetCell[])[],
  index: SeifaIndex,
): { row: number; code: SheetCell; cells: Record<string, SheetCell> }[] {
  const header = rows.findIndex(isHeader);
  refuseSwappedGroups(path, rows.slice(0, header), header);
  const titles = rows[header].map((cell) => String(cell ?? "").trim());
  const state = titles.indexOf("State");
  const deciles = titles.flatMap((title, i) => (title === "Decile" ? [i] : []));
  const columns: [string, number | undefined][] = [
    [`seifa_${index}_score`, titles.indexOf("Score")],
    [`seifa_${index}_decile_aus`, deciles.find((i) => i < state)],
    [`seifa_${index}_decile_state`, deciles.find((i) => i > state)],
  ];
  return rows.slice(header + 1).map((row, i) => ({
    row: header + i + 2,
    code: row[0],
    cells: Object.fromEntries(
      columns.map(([name, at]) => [name, at === undefined ? null : (row[at] ?? null)]),
    ),
  }));
}

/** Throws unless Australia precedes state: both have a column "Decile", distinguished by order only. */
function refuseSwappedGroups(path: string, above: readonly (readonly SheetCell[])[], header: number): void {
  const at = (title: RegExp) =>
    Math.max(...above.map((row) => row.findIndex((cell) => title.test(String(cell ?? "")))), -1);
  const [national, state] = [at(/within australia/i), at(/within state/i)];
  if (national < 0 || state < 0 || national < state) return;
  throw badDataset(
    `${path}: row ${header}: "Ranking within State" comes before "Ranking within Australia"; expected the published order`,
  );
}

/** True for the header row: a score, and a decile on either side of the state. */
function isHeader(row: readonly SheetCell[]): boolean {
  const titles = row.map((cell) => String(cell ?? "").trim());
  return (
    titles.includes("Score") && titles.includes("State") && titles.filter((t) => t === "Decile").length === 2
  );
}

import { STATES, stateOfSalCode } from "../../dataset/states.ts";
import { releaseLine } from "../files/published-on.ts";
import { fragmentsOf, type Importer, type ImportRow, type StoredPart } from "../importer.ts";
import type { ImportFile, SheetCell } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { absSource } from "../source-licence.ts";
import { scoredCount } from "./edition-2021.ts";
import { kindOfSal, SpecialCodes, salCodeOf } from "./sal-code.ts";
import {
  SEIFA_INDEXES,
  type SeifaIndex,
  type SeifaScores,
  seifaSheetRows,
  seifaSheets,
} from "./seifa-workbook.ts";

export const SEIFA_SOURCE = absSource("abs-seifa-2021", "Socio-Economic Indexes for Areas (SEIFA) 2021", 50);

export interface SeifaPart {
  /** By suburb code; scores with the publisher's decimals. */
  readonly scores: Readonly<Record<string, SeifaScores>>;
}

const VINTAGE = "2023-04-27";
const CSV_COLUMNS = SEIFA_INDEXES.map(
  (index) => [`${index.toUpperCase()}_Score`, `seifa_${index}_score`] as const,
);

/** SEIFA 2021 by suburb: the publisher's workbook, or a CSV of its scores. */
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
  const scores: Record<string, SeifaScores> = {};
  let [rowsRead, blank, footers] = [0, 0, 0];
  for (const { row, code, cells } of file.isWorkbook ? workbookRows(file) : csvRows(file)) {
    if (isBlank(code) && Object.values(cells).every(isBlank)) {
      blank++;
      continue;
    }
    // The publisher's copyright line under the table.
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
      ...(blank + footers === 0 ? [] : [`${blank} blank rows and ${footers} footers passed over`]),
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

/** A file of fewer suburbs is somebody's selection, and its deciles are of that. */
const SELECTION = 500;

/**
 * Deciles as the publisher defines them: areas in order of score, the lowest tenth of their number is 1. They are tenths
 * of areas, not of residents. Areas of one score at the border of two tenths are in order of code.
 */
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
    (codes) => codes.length > 0 && (isSelection || codes.length >= scoredCount(index, codes[0][0])),
  );
  if (whole.length === STATES.length) rank(ordered, "aus");
  for (const codes of whole) rank(codes, "state");
  return deciles;
}

function isBlank(cell: SheetCell): boolean {
  return cell === null || String(cell).trim() === "";
}

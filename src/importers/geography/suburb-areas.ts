import { REMOTENESS } from "../../dataset/tables/demographics.ts";
import { cellText, PlainTable } from "../files/plain-table.ts";
import { type CombineContext, fragmentsOf, type Importer, type StoredPart } from "../importer.ts";
import { councilRow } from "../places/councils.ts";
import type { ImportFile } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { absSource, sourceFacts } from "../source-licence.ts";
import { kindOfSal, SpecialCodes, salCodeOf } from "./sal-code.ts";

const SUBURB_AREA_SOURCE = absSource(
  "abs-suburb-areas",
  "Correspondence of suburbs with councils, districts, statistical and remoteness areas and the coast",
  50,
);

/** Only names are used, no boundaries; the ABS publishes the same divisions under the same licence. */
const DIVISION_SOURCE = sourceFacts({
  id: "aec-divisions",
  publisher: "Australian Electoral Commission",
  title: "Federal electoral divisions of suburbs",
  attribution: "© Commonwealth of Australia (Australian Electoral Commission)",
  url: "https://www.aec.gov.au/electorates/gis/",
});

/** For each kind of area the one with most of the suburb; coast distance; absent if not in the file. */
interface Place {
  readonly sal_code: string;
  readonly federal_division?: string;
  readonly state_district?: string;
  readonly sa2_code?: string;
  readonly sa3_code?: string;
  readonly sa4_code?: string;
  readonly remoteness?: string;
  readonly dist_to_coast_km?: number;
}

type SuburbAreaPart = ReturnType<typeof readHoldings>["part"];

const COLUMNS = {
  sal: /^sal_code(_?2021)?$/i,
  lga: /^lga_code_?(20\d\d)$/i,
  lgaName: /^lga_name_?(20\d\d)$/i,
  share: /^(ratio(_from_to)?|lga_share)$/i,
  postcode: /^poa(_code)?_?2021$/i,
};

/** Columns of other areas: the newest edition is used; `cell` converts the value. */
const PLACES: readonly {
  readonly column: Exclude<keyof Place, "sal_code">;
  readonly name: RegExp;
  readonly cell: (text: string) => string | number | undefined;
}[] = [
  { column: "federal_division", name: /^ced_(20\d\d)$/i, cell: areaName },
  { column: "state_district", name: /^sed_(20\d\d)$/i, cell: areaName },
  { column: "sa2_code", name: /^sa2_code_2021$/i, cell: (text) => /^\d{9}$/.exec(text)?.[0] },
  { column: "sa3_code", name: /^sa3_code_2021$/i, cell: (text) => /^\d{5}$/.exec(text)?.[0] },
  { column: "sa4_code", name: /^sa4_code_2021$/i, cell: (text) => /^\d{3}$/.exec(text)?.[0] },
  {
    // The first digit is the state, the second the remoteness.
    column: "remoteness",
    name: /^remoteness_(20\d\d)$/i,
    cell: (text) => REMOTENESS[Number(/^[1-9]([0-4])(?:\.0)?$/.exec(text)?.[1] ?? Number.NaN)],
  },
  {
    column: "dist_to_coast_km",
    name: /^coast_km$/i,
    cell: (text) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined),
  },
];

/** Name of an area; undefined for "No usual address" and the like. */
function areaName(text: string): string | undefined {
  return text === "" || /^(no usual|migratory|unclassified)/i.test(text) ? undefined : text;
}

/** Importer for correspondences from 2021 suburbs to councils, with each council's share of the suburb. */
export const SUBURB_AREA_IMPORTER: Importer<SuburbAreaPart> = {
  id: "abs-suburb-areas",
  title: "Correspondences of suburbs with councils",
  version: 2,
  stage: "suburbs",
  sources: [SUBURB_AREA_SOURCE, DIVISION_SOURCE],
  refusesCut: true,
  recognise(file) {
    if (!/sal_code/i.test(file.firstLine) || !/lga_code/i.test(file.firstLine)) return undefined;
    const { sal, lga, share } = columnsOf(file);
    return sal < 0 || lga < 0 || share < 0
      ? undefined
      : { confidence: 80, what: "correspondence of suburbs with councils" };
  },
  read: readHoldings,
  explain: () => [
    "suburb_lga: the share of each suburb that the file gives for the council, under the edition in the column's name",
    "lga: code and name of the councils; suburb_demographics.postcode where the file has one",
    "suburb_demographics.federal_division, state_district, sa2_code to sa4_code, remoteness: the newest edition of each",
    "that the file names; suburb_amenities.dist_to_coast_km: the file's distance from the centroid to the coast",
  ],
  combine: combineHoldings,
};

/** Column names in the file, for the provenance of each figure. */
const PLACE_COLUMNS = {
  federal_division: "newest column CED_…",
  state_district: "newest column SED_…",
  sa2_code: "SA2_CODE_2021",
  sa3_code: "SA3_CODE_2021",
  sa4_code: "SA4_CODE_2021",
  remoteness: "newest column REMOTENESS_…",
  dist_to_coast_km: "COAST_KM",
};

/** A `ratio` column has a row per council of a suburb; other lists have the largest council's share only. */
const RATIO = /^ratio/i;

/** Tolerance of a suburb's sum: published ratios are rounded and omit parts below a thousandth. */
const ROUNDING = 0.005;

function columnsOf(file: ImportFile): Record<keyof typeof COLUMNS, number> & { edition: number } {
  const header = file.headerCells();
  const at = (pattern: RegExp) => header.findIndex((name) => pattern.test(name.trim()));
  const [sal, lga, lgaName] = [at(COLUMNS.sal), at(COLUMNS.lga), at(COLUMNS.lgaName)];
  const edition = Number(COLUMNS.lga.exec(header[lga]?.trim() ?? "")?.[1]);
  return { sal, lga, lgaName, share: at(COLUMNS.share), postcode: at(COLUMNS.postcode), edition };
}

function placeColumns(header: readonly string[]) {
  return PLACES.flatMap(({ column, name, cell }) => {
    const found = header.filter((title) => name.test(title.trim())).sort();
    return found.length === 0 ? [] : [{ column, cell, at: header.indexOf(found.at(-1)!) }];
  });
}

function readHoldings(file: ImportFile) {
  const columns = columnsOf(file);
  if (columns.lgaName < 0) file.refuse("no column of council names");
  const table = new PlainTable(file, [], { width: "any" });
  const special = new SpecialCodes();
  const sums = new Map<string, { row: number; sum: number }>();
  const places: Place[] = [];
  const placed = placeColumns(file.headerCells());
  const holdings = table.take("no suburb with a council", ({ row, cells, reject }) => {
    const cell = (name: keyof typeof COLUMNS) => cellText(cells[columns[name]]);
    const salCode = salCodeOf(cell("sal"));
    if (salCode === undefined) return reject("area code", `"${cell("sal")}" is not an SAL code`);
    if (special.has(kindOfSal(salCode))) return undefined;
    const areas = placed
      .map((one) => [one.column, one.cell(cellText(cells[one.at]))] as const)
      .filter(([, value]) => value !== undefined);
    if (areas.length > 0) places.push({ sal_code: salCode, ...Object.fromEntries(areas) });
    const share = Number(cell("share"));
    if (!/^[1-8][0-9]{4}$/.test(cell("lga")))
      return reject("no council", `${salCode} has council "${cell("lga")}"`);
    if (!(share > 0 && share <= 1)) return reject("share", `${salCode} has the share "${cell("share")}"`);
    const postcode = /^[0-9]{4}$/.exec(cell("postcode"))?.[0];
    sums.set(salCode, { row, sum: (sums.get(salCode)?.sum ?? 0) + share });
    return { salCode, lgaCode: cell("lga"), lgaName: cell("lgaName"), share, postcode };
  });
  if (RATIO.test(file.headerCells()[columns.share].trim())) {
    for (const [salCode, { row, sum }] of sums) {
      if (Math.abs(sum - 1) > ROUNDING)
        table.tally.reject(
          "shares do not add up",
          row,
          `the shares of ${salCode} add up to ${sum.toFixed(3)}`,
        );
    }
  }
  return table.reading({
    part: { edition: columns.edition, holdings, places },
    // Editions are released in July.
    vintage: `${columns.edition}-07-20`,
    list: `councils of ${columns.edition}`,
    notes: special.notes(),
  });
}

function combineHoldings(parts: readonly StoredPart<SuburbAreaPart>[], { suburbs }: CombineContext) {
  const tally = new RejectTally();
  const found = new Set(parts.flatMap(({ part }) => part.holdings.map(({ salCode }) => salCode)));
  // Expect suburbs of the states in the files only: the first digit of the code is the state.
  const states = new Set([...found].map((salCode) => salCode[0]));
  for (const { salCode, name } of suburbs.suburbs) {
    if (states.has(salCode[0]) && !found.has(salCode))
      tally.reject("suburb without council", 0, `no row is of ${salCode} ${name}`);
  }
  const fragments = parts.flatMap((stored) => {
    const { edition, holdings, places } = stored.part;
    const columns = {
      lga_code: `LGA_CODE_${edition}`,
      lga_name: `LGA_NAME_${edition}`,
      share: "share of the suburb",
      postcode: "POA_2021",
      ...PLACE_COLUMNS,
    };
    const councils = new Map(
      holdings.map(({ lgaCode: code, lgaName: name }) => [
        code,
        councilRow({ code, name, areaSqkm: null }, edition),
      ]),
    );
    const fragments = (tables: Parameters<typeof fragmentsOf>[2], source = SUBURB_AREA_SOURCE) =>
      fragmentsOf(source, stored, tables, columns);
    const figuresOf = (column: keyof Place) =>
      places.flatMap(({ sal_code, [column]: value }) =>
        value === undefined ? [] : [{ sal_code, [column]: value }],
      );
    const postcodes = holdings.flatMap(({ salCode, postcode }) =>
      postcode === undefined ? [] : [{ sal_code: salCode, postcode }],
    );
    return [
      ...fragments({ suburb_demographics: figuresOf("federal_division") }, DIVISION_SOURCE),
      ...fragments({
        suburb_demographics: places.map(({ federal_division: _, dist_to_coast_km: __, ...areas }) => areas),
        suburb_amenities: figuresOf("dist_to_coast_km"),
        lga: [...councils.values()],
      }),
      ...fragments({
        suburb_demographics: postcodes,
        suburb_lga: holdings.map(({ salCode, lgaCode, share }) => ({
          sal_code: salCode,
          lga_code: lgaCode,
          share,
          edition,
        })),
      }),
    ];
  });
  return { fragments, rejects: tally.rules() };
}

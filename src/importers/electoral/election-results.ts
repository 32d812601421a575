import { isStateCode, type StateCode } from "../../dataset/states.ts";
import { headerOf, PlainTable } from "../files/plain-table.ts";
import { type CombineContext, fileOf, type Importer, type StoredPart, tablesTo } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { sourceFacts } from "../source-licence.ts";

const ELECTION_SOURCE = sourceFacts({
  id: "aec-elections",
  publisher: "Australian Electoral Commission",
  title: "House of Representatives: distribution of preferences and two-party-preferred by division",
  attribution: "© Commonwealth of Australia (Australian Electoral Commission)",
  url: "https://results.aec.gov.au",
});

/** General elections with the event number in the AEC's file names and the polling day. */
const ELECTIONS: readonly { readonly year: number; readonly event: string; readonly day: string }[] = [
  { year: 2016, event: "20499", day: "2016-07-02" },
  { year: 2019, event: "24310", day: "2019-05-18" },
  { year: 2022, event: "27966", day: "2022-05-21" },
  { year: 2025, event: "31496", day: "2025-05-03" },
];

interface DivisionResult {
  readonly division: string;
  readonly state: StateCode;
  readonly member?: string;
  readonly party?: string;
  readonly partyAb?: string;
  readonly margin?: number;
  readonly tppAlp?: number;
}

interface ElectionPart {
  readonly year: number;
  readonly results: readonly DivisionResult[];
}

/** Names of the column with Labor's two-party-preferred percentage, in published files and copies. */
const TPP_COLUMNS = ["australian labor party percentage", "alppct", "tppalppct"];

const WINNER_COLUMNS = ["surname", "givennm", "partyab", "partynm"];

/** Party names by abbreviation; state branches register under different names. */
const PARTIES: Readonly<Record<string, string>> = {
  ALP: "Australian Labor Party",
  CLP: "Country Liberal Party",
  GRN: "The Greens",
  KAP: "Katter's Australian Party",
  LNP: "Liberal National Party",
  LP: "Liberal Party of Australia",
  NP: "The Nationals",
};

export const ELECTION_RESULTS: Importer<ElectionPart> = {
  id: "aec-elections",
  title: "Results of federal elections by division",
  sources: [ELECTION_SOURCE],
  refusesCut: true,
  recognise(file) {
    const kind = kindOf(file);
    if (kind === undefined) return undefined;
    const year = electionOf(file)?.year ?? "an unknown year";
    return { confidence: 85, what: `${KINDS[kind]} of the federal election of ${year}` };
  },
  read: readResults,
  explain: () => [
    "federal_results: the member, party and margin of a division from the last count of its distribution of preferences",
    "(the member's percentage less 50), and Labor's two-party-preferred percentage",
    "suburb_demographics.federal_member, federal_party, federal_party_ab, federal_margin, federal_tpp_alp: those of the",
    "suburb's division in the newest election of which both are known",
  ],
  combine: combineResults,
};

const KINDS = {
  preferences: "distribution of preferences",
  twoParty: "two-party-preferred by division",
} as const;

function kindOf(file: ImportFile): keyof typeof KINDS | undefined {
  if (!file.isDelimited) return undefined;
  const header = titledHeader(file);
  if (!header.includes("divisionnm") || !header.includes("stateab")) return undefined;
  if (
    ["countnumber", "calculationtype", "calculationvalue", "elected"].every((name) => header.includes(name))
  )
    return "preferences";
  return TPP_COLUMNS.some((name) => header.includes(name)) ? "twoParty" : undefined;
}

/** Lower-case column names, below the AEC's title line if there is one. */
function titledHeader(file: ImportFile): string[] {
  if (!hasTitle(file)) return headerOf(file);
  const second = file.head.split(/\r\n|\n|\r/)[1] ?? "";
  return second.split(",").map((name) => name.trim().toLowerCase());
}

function hasTitle(file: ImportFile): boolean {
  return /^"?20\d\d Federal Election House of Representatives/.test(file.firstLine);
}

/** The election from the title, else from the year or event number in the file name. */
function electionOf(file: ImportFile): { year: number; vintage: string } | undefined {
  const titled = /^"?(20\d\d) Federal Election/.exec(file.firstLine)?.[1];
  const known = ELECTIONS.find(({ year, event }) =>
    titled === undefined
      ? new RegExp(`(^|\\D)(${year}|${event})(\\D|$)`).test(file.name)
      : year === Number(titled),
  );
  const generated = /Generated:(20\d\d-\d\d-\d\d)T/.exec(file.firstLine)?.[1];
  const vintage = generated ?? known?.day;
  const year = titled === undefined ? known?.year : Number(titled);
  return year === undefined || vintage === undefined ? undefined : { year, vintage };
}

function readResults(file: ImportFile) {
  const election = electionOf(file);
  if (election === undefined) file.refuse("neither its title nor its file name names the election");
  const isPreferences = kindOf(file) === "preferences";
  const table = new PlainTable(file, isPreferences ? WINNER_COLUMNS : [], {
    titleRow: hasTitle(file) ? 1 : 0,
  });
  const results = new Map<string, DivisionResult & { readonly count: number }>();
  let used = 0;
  for (const { text: cell, reject } of table.records()) {
    const [division, state] = [cell("divisionnm"), cell("stateab").toUpperCase()];
    if (division === "" || !isStateCode(state)) reject("no division", `division "${division}" of "${state}"`);
    else {
      const result = isPreferences ? winnerOf(cell) : twoPartyOf(cell);
      if (result === "other") used++;
      else if (result === undefined) reject("no percentage", `"${division}" has no percentage of 0 to 100`);
      else {
        used++;
        const before = results.get(division);
        // The last count is between the final two; earlier counts of a winner are overwritten by later rows.
        if (before === undefined || result.count >= before.count)
          results.set(division, { ...result, division, state });
      }
    }
  }
  if (results.size === 0) file.refuse("no result of a division");
  return table.reading({
    part: { year: election.year, results: [...results.values()].map(({ count: _, ...result }) => result) },
    rowsUsed: used,
    vintage: election.vintage,
    list: `divisions of ${election.year}, ${isPreferences ? "preferences" : "two-party-preferred"}`,
  });
}

type Result = Omit<DivisionResult, "division" | "state"> & { readonly count: number };

/** Parses a row about the winner's percentage; "other" for all other rows. */
function winnerOf(cell: (name: string) => string): Result | "other" | undefined {
  if (cell("elected") !== "Y" || cell("calculationtype") !== "Preference Percent") return "other";
  const percent = percentageIn(cell("calculationvalue"));
  const count = Number(cell("countnumber"));
  if (percent === undefined || !Number.isInteger(count)) return undefined;
  const partyAb = cell("partyab");
  return {
    count,
    member: `${cell("givennm")} ${surnameIn(cell("surname"))}`,
    // The column is empty for a candidate without a party.
    party: PARTIES[partyAb] ?? (cell("partynm") === "" ? "Independent" : cell("partynm")),
    partyAb: partyAb === "" ? "IND" : partyAb,
    // The winner can be below 50 % in earlier counts, never in the last.
    margin: Number(Math.max(0, percent - 50).toFixed(2)),
  };
}

function twoPartyOf(cell: (name: string) => string): Result | undefined {
  const tppAlp = TPP_COLUMNS.map((name) => percentageIn(cell(name))).find((value) => value !== undefined);
  return tppAlp === undefined ? undefined : { count: 0, tppAlp };
}

function percentageIn(text: string): number | undefined {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return value <= 100 ? value : undefined;
}

/** Converts a surname from capitals: `McBRIDE` to McBride, `O'NEIL` to O'Neil. */
export function surnameIn(capitals: string): string {
  return capitals.replace(/\p{Lu}{2,}/gu, (word) => word[0] + word.slice(1).toLowerCase());
}

/** Suburb columns with the result field they take and its description. */
const FIGURES = {
  federal_member: ["member", "name of the elected candidate"],
  federal_party: ["party", "party of the elected candidate"],
  federal_party_ab: ["partyAb", "party code of the elected candidate"],
  federal_tpp_alp: ["tppAlp", "two-party-preferred percentage of Labor in the division"],
  federal_margin: ["margin", "two-candidate-preferred percentage of the elected candidate above 50"],
} as const;

const resultsTo = tablesTo(ELECTION_SOURCE, ({ year, results }: ElectionPart) => ({
  federal_results: results.map(({ division, state, member, party, partyAb, margin, tppAlp }) => ({
    division,
    election_year: year,
    state_code: state,
    source: ELECTION_SOURCE.id,
    source_licence: ELECTION_SOURCE.licence,
    member,
    party,
    party_ab: partyAb,
    margin,
    tpp_alp: tppAlp,
  })),
}));

function combineResults(parts: readonly StoredPart<ElectionPart>[], context: CombineContext) {
  const { fragments } = resultsTo(parts);
  const newest = Math.max(...parts.map(({ part }) => part.year));
  const own = parts.filter(({ part }) => part.year === newest);
  const results = new Map<string, DivisionResult>();
  for (const result of own.flatMap(({ part }) => part.results))
    results.set(result.division, { ...results.get(result.division), ...result });
  const unknown = new Set<string>();
  const suburbs = context.suburbs.suburbs.flatMap(({ salCode }) => {
    const division = context.suburbOf(salCode)?.federal_division;
    if (typeof division !== "string") return [];
    const result = results.get(division);
    if (result === undefined) unknown.add(division);
    return result === undefined ? [] : [{ salCode, result }];
  });
  // For provenance, each figure is attributed to the last file of the election that has it.
  const byFile = Map.groupBy(Object.entries(FIGURES), ([, [figure]]) =>
    own.findLast(({ part }) => part.results.some((result) => result[figure] !== undefined)),
  );
  const figures = Array.from(byFile, ([file, columns]) => ({
    table: "suburb_demographics",
    sourceId: ELECTION_SOURCE.id,
    vintage: own.at(-1)!.vintage,
    rows: suburbs.map(({ salCode, result }) => ({
      sal_code: salCode,
      ...Object.fromEntries(columns.map(([column, [figure]]) => [column, result[figure]])),
    })),
    ...(file && {
      file: fileOf(file, Object.fromEntries(columns.map(([column, [, meaning]]) => [column, meaning]))),
    }),
  }));
  const lacking = `divisions of suburbs that the election of ${newest} did not have: ${[...unknown].sort().join(", ")}`;
  return { fragments: [...fragments, ...figures], notes: unknown.size === 0 ? [] : [lacking] };
}

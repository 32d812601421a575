import type { StateCode } from "../../dataset/states.ts";
import { type CombineContext, fileOf, type Importer, type ImportRow, type StoredPart } from "../importer.ts";
import { NO_SUBURBS, suburbOfRow } from "../places/suburb-names.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { type SourceFacts, sourceFacts } from "../source-licence.ts";
import { isActOffences, readActOffences } from "./act-offences.ts";
import { type OffencePart, yearsOf } from "./offence-counts.ts";
import { isSaOffences, readSaOffences } from "./sa-offences.ts";
import { isVicOffences, readVicOffences } from "./vic-offences.ts";

interface PoliceList {
  readonly source: SourceFacts;
  readonly is: Importer["recognise"];
  readonly read: Importer<OffencePart>["read"];
  readonly explained: readonly string[];
}

const FINANCIAL_YEARS = "summed to years that end in June; a year counts where the files cover all of it";

const POLICE: Readonly<Partial<Record<StateCode, PoliceList>>> = {
  ACT: {
    source: sourceFacts({
      id: "act-police-offences",
      publisher: "ACT Policing",
      title: "Offences and other activities by suburb",
      licenceClass: "unsettled",
      url: "https://www.policenews.act.gov.au/crime-statistics-and-data/crime-statistics",
    }),
    is: isActOffences,
    read: readActOffences,
    explained: [
      "classes 1, 2, 3 and 5 are violent, 6 break-ins, 7 motor vehicle theft, 8 property damage, 92 theft, 9 other",
      "the totals of each district must be the sums of its suburbs",
      FINANCIAL_YEARS,
    ],
  },
  SA: {
    source: sourceFacts({
      id: "sa-police-offences",
      publisher: "South Australia Police",
      title: "Crime statistics: offences reported by suburb",
      url: "https://data.sa.gov.au/data/dataset/crime-statistics",
    }),
    is: isSaOffences,
    read: readSaOffences,
    explained: [
      "offence level 2 tells the kind; level 3 tells the theft of a vehicle from other theft",
      "a suburb that a file names has 0 of what it does not list; one that it does not name has nothing",
      FINANCIAL_YEARS,
    ],
  },
  VIC: {
    source: sourceFacts({
      id: "vic-recorded-offences",
      publisher: "Crime Statistics Agency Victoria",
      title: "Recorded offences by suburb",
      url: "https://www.crimestatistics.vic.gov.au/crime-statistics/latest-victorian-crime-data/download-data",
    }),
    is: isVicOffences,
    read: readVicOffences,
    explained: [
      "subdivisions A10, A20, A30 and A50 are violent, B10 and B20 property damage, B30 break-ins, C drugs, F other",
      "B40 is theft or motor vehicle theft by its subgroup, and left out without one",
      "years are the publisher's own; those of a suburb are summed over its councils and postcodes",
    ],
  },
};
const LISTS = Object.values(POLICE);

export const POLICE_COUNTS: Importer<OffencePart> = {
  id: "police-offences",
  title: "Offences recorded by police, by suburb",
  version: 2,
  sources: LISTS.map(({ source }) => source),
  recognise: (file) => LISTS.map(({ is }) => is(file)).find((found) => found !== undefined),
  read(file) {
    const { part, report } = LISTS.find(({ is }) => is(file))!.read(file);
    if (part.counts.length === 0) file.refuse(`none of its ${report.rowsRead} rows has a kind of offence`);
    // Some publishers issue one file per offence division.
    const kinds = [...new Set(part.counts.map(({ offence }) => offence))].sort().join(", ");
    const list = `${kinds} of ${part.state} from ${[...part.periods].sort()[0]}`;
    return { part, report: { ...report, list } };
  },
  explain: (file) => [
    "counts to suburb_offences, by state and name of the suburb; no rate is taken over",
    ...LISTS.find(({ is }) => is(file))!.explained,
  ],
  combine: combineCounts,
};

function combineCounts(parts: readonly StoredPart<OffencePart>[], { suburbs }: CombineContext) {
  const tally = new RejectTally();
  const notes: string[] = [];
  const byState = Map.groupBy(parts, ({ part }) => part.state);
  const fragments = [...byState].flatMap(([state, own]) => {
    const { source } = POLICE[state]!;
    const matched = own.map(({ part, path }) => {
      const unplaced = new Set<string>();
      const counts = part.counts.flatMap((count) => {
        const { suburb, council, row } = count;
        const salCode = suburbOfRow(suburbs, { state, suburb, council }, (rule) => {
          if (!unplaced.has(suburb)) tally.reject(rule, row, `${path}: "${suburb}" in ${state}`);
          unplaced.add(suburb);
        });
        return salCode === undefined ? [] : [{ ...count, salCode }];
      });
      return { ...part, counts };
    });
    const { years, left } = yearsOf(matched);
    if (left.length > 0) notes.push(`${state}: not a whole year, left out: ${left.join(", ")}`);
    const rows = years.map(
      ({ salCode, offence, year, yearEnds, offences }): ImportRow => ({
        sal_code: salCode,
        offence,
        year,
        year_ends: yearEnds,
        offences,
        source_jurisdiction: state,
        source: source.id,
        source_licence: source.licence,
      }),
    );
    const shared = { table: "suburb_offences", sourceId: source.id, vintage: own.at(-1)!.vintage };
    // Name the file of an offence kind only if a single file counts it; otherwise the rows are sums over
    // several.
    return [...Map.groupBy(rows, ({ offence }) => offence)].map(([offence, counted]) => {
      const files = own.filter(({ part }) => part.counts.some((count) => count.offence === offence));
      const columns = { offences: `sum of the counts that are "${offence}"` };
      return { ...shared, rows: counted, ...(files.length === 1 ? { file: fileOf(files[0], columns) } : {}) };
    });
  });
  if (suburbs.suburbs.length === 0) notes.push(NO_SUBURBS);
  return { fragments, rejects: tally.rules(), notes };
}

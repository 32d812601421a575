import type { DatasetManifest, DatasetSource } from "../../dataset/manifest.ts";
import type { Metric } from "../../dataset/metric.ts";
import { STATE_CODES } from "../../dataset/states.ts";
import type { DatasetCoverage, StateCoverage } from "../../importers/coverage/state-coverage.ts";
import type { OpenFile } from "./open-files.ts";

/** What metrics that are empty, or nearly so, wait for. */
const GAPS: readonly (readonly [keys: RegExp, waitsFor: string])[] = [
  [
    /^(born_overseas|pct_year_12)$/,
    "table G01 (and G16A) of the Census DataPack for all of Australia (`2021_GCP_SAL_for_AUS_short-header.zip`); those of Western Australia and the Australian Capital Territory are here",
  ],
  [/^language$/, "tables G13A to G13E of the same DataPack together; G13E alone is here"],
  [/^pct_low_personal_income$/, "tables G17A and G17B of the same DataPack; G17C is here"],
  [
    /^price$/,
    "suburb medians under an open licence: those of New South Wales may not be passed on, those of Victoria are unsettled, and other states sell theirs; Adelaide's are here until June 2023",
  ],
  [/^state_party$/, "a list of state members by district under an open licence"],
  [/^politician_property$/, "the register of interests, whose licence forbids derived works"],
  [/^crime_/, "rates by suburb that are scaled to the victimisation survey; nobody publishes them openly"],
  [
    /^recorded_/,
    "offences by suburb of New South Wales, Queensland and Western Australia, and the rest of table 03 of Victoria's Crime Statistics Agency",
  ],
  [
    /^(amenity_density|supermarkets|pubs|grocery|healthcare)$/,
    "counts of shops, pubs and practices by suburb, such as those of OpenStreetMap, whose licence asks for the same licence",
  ],
  [
    /^school_sector$/,
    "lists of all schools; those of Victoria are here, and of New South Wales the government's",
  ],
  [
    /^nearest_train$/,
    "stops of Queensland Rail beyond the south-east, of Transperth and Transwa (unsettled terms)",
  ],
  [/^nbn$/, "the technology of premises, which the network does not license openly"],
  [/^(elevation_|land_share_)/, "heights by suburb, sampled from an elevation model"],
  [/^(water_|permanent_|flood_)/, "water observations and flood overlays by suburb"],
  [/^bushfire_/, "bushfire-prone land of the states that publish none"],
  [/^(zone_|zoning_|dominant_zone|heritage_|nsw_)/, "planning layers of the states by suburb"],
];

export interface PageFacts {
  readonly manifest: DatasetManifest;
  readonly files: readonly OpenFile[];
  readonly coverage: DatasetCoverage;
  readonly metrics: readonly Metric[];
  readonly firstDailyDay: string;
}

/** The README of the dataset: what it holds, from whom, under which licence, and what is missing. */
export function licencePage({ manifest, files, coverage, metrics, firstDailyDay }: PageFacts): string {
  const filled = coverage.metrics.filter(({ suburbs }) => suburbs > 0);
  const rows = new Map(coverage.tables.map(({ table, rows }) => [table, rows]));
  const outlined = (100 * (rows.get("suburb_outlines") ?? 0)) / rows.get("suburb_demographics")!;
  return `# ${manifest.title}

The open record of a country as a dataset of Terrace, as of ${manifest.asOf.slice(0, 10)}: ${number(rows.get("suburb_demographics")!)} suburbs, ${filled.length} of ${metrics.length}
metrics with figures, outlines of ${outlined.toFixed(2)} % of suburbs. No row is made up. Everything here was made by
\`npm run data:australia -- <folders>\` from publishers' files through the ordinary importers; the same files give the
same bytes. The figures belong to their publishers and may be passed on under the licences below, with attribution.

## Sources

| publisher and title | licence | attribution | of | address | fills |
| --- | --- | --- | --- | --- | --- |
${manifest.sources.map(sourceLine).join("\n")}

## Tables

| table | rows |
| --- | --- |
${coverage.tables.map(({ table, rows }) => `| [\`${table}\`](../${table}.md) | ${number(rows)} |`).join("\n")}

- Short positions: every day since ${firstDailyDay}, and the last reporting day of each month before.
- Outlines are drawn from arcs that neighbours share, simplified by less than 1 % of a suburb's width; the suburbs of the other territories
  (Christmas Island, the Cocos Islands, Jervis Bay, Norfolk Island) belong to no state and are left out.
- The federal division of a suburb is the one that holds most of it, by the boundaries of 2025; only its name is here.
  The member, party and margin are those of the general election: later by-elections are not in the files.
- Shares are absent below 100 residents, where the publisher's perturbation of small cells would show more than the
  suburb; counts and medians are there for every suburb for which the publisher gives them.

## Coverage

Share of suburbs with a figure, in percent.

| metric | all | ${STATE_CODES.join(" | ")} |
| --- |${" ---: |".repeat(STATE_CODES.length + 1)}
${filled.map(coverageLine).join("\n")}

## What is missing

| metric | now | waits for |
| --- | --- | --- |
${coverage.metrics.flatMap(gapLine).join("\n")}

## Files

The publishers' files themselves are not in this folder. These are the ones it was made from.

| file | licence | sha256 |
| --- | --- | --- |
${files.map(({ file, licence, sha256 }) => `| \`${file}\` | ${licence} | \`${sha256}\` |`).join("\n")}
`;
}

function sourceLine({ publisher, title, licence, attribution, vintage, url, tables }: DatasetSource): string {
  const cells = [`${publisher}: ${title}`, licence, attribution ?? "", vintage, url ?? ""];
  return `| ${[...cells, tables.map((table) => `\`${table}\``).join(", ")].join(" | ")} |`;
}

function coverageLine({ metric, byState, ...all }: StateCoverage): string {
  const cells = [all, ...STATE_CODES.map((code) => byState[code])].map(({ suburbs, total }) =>
    suburbs === 0 ? "" : ((100 * suburbs) / total).toFixed(1),
  );
  return `| \`${metric}\` | ${cells.join(" | ")} |`;
}

function gapLine({ metric, suburbs, total }: StateCoverage): string[] {
  const waitsFor = GAPS.find(([keys]) => keys.test(metric))?.[1];
  if ((waitsFor === undefined && suburbs > 0) || suburbs === total) return [];
  const now = suburbs === 0 ? "empty" : `${((100 * suburbs) / total).toFixed(1)} %`;
  return [`| \`${metric}\` | ${now} | ${waitsFor ?? "a source under an open licence"} |`];
}

function number(value: number): string {
  return value.toLocaleString("en-AU");
}

import type { Metric } from "../../../../dataset/metric.ts";
import { remembered } from "../../../../runtime/lazy.ts";
import type { SnapshotSource } from "../../../../snapshot/manifest/manifest.ts";
import { sourcesOfColumns, sourcesOfMetric } from "../../../../snapshot/manifest/metric-sources.ts";
import type { CellOrigin } from "../../../cell-origin.ts";
import { LISTING_METRICS } from "../../metrics/listings.ts";
import { METRICS } from "../../metrics/metric-registry.ts";
import type { SuburbProfile } from "./profile-rows.ts";

/** Metrics with the same sources. */
interface MetricOrigin {
  readonly metricKeys: readonly string[];
  readonly sourceIds: readonly string[];
}

export interface ProfileProvenance {
  /** `sourceIds` is empty if the dataset has none, `derivation` if published figures are unchanged. */
  readonly blocks: readonly {
    readonly block: string;
    readonly sourceIds: readonly string[];
    readonly derivation: string;
  }[];
  readonly metrics: readonly MetricOrigin[];
  readonly cells: readonly CellOrigin[];
  readonly withheld: readonly { readonly figure: string; readonly rule: string }[];
  /** Sources cited by blocks, metrics and cells, by id ascending. */
  readonly sources: readonly Pick<
    SnapshotSource,
    "id" | "publisher" | "title" | "licence" | "vintage" | "attribution" | "url"
  >[];
}

const DEMOGRAPHICS = "suburb_demographics";
const CENSUS = /^(population|dwelling_count|median_|pct_|top_|unemployment_rate|labour_force)/;
const LAND = /^(elevation_|land_share_)/;
const SEIFA = /^seifa_/;
const BANNER = /^banner_/;
const ELECTORATES = /^(federal_|state_(district|member|party))/;

/** Source lookups of a snapshot, cached across thousands of suburbs. */
export class SourceIds {
  readonly #sources: readonly SnapshotSource[];
  readonly #ofTables = new Map<string, Map<RegExp | undefined, readonly string[]>>();
  readonly #ofMetrics = new Map<Metric, readonly string[]>();
  readonly #lists = new Map<string, readonly string[]>();

  constructor(sources: readonly SnapshotSource[]) {
    this.#sources = sources;
  }

  /** Source ids of a table, or only of its matching columns. */
  ofTable(table: string, columns?: RegExp): readonly string[] {
    const ofTable = remembered(this.#ofTables, table, () => new Map());
    return remembered(ofTable, columns, () => idsOf(sourcesOfColumns(table, columns, this.#sources)));
  }

  ofMetric(metric: Metric): readonly string[] {
    return remembered(this.#ofMetrics, metric, () =>
      this.same(idsOf(sourcesOfMetric(metric, this.#sources))),
    );
  }

  /** Returns the same list instance for equal ids: instances are compared by identity. */
  same(ids: readonly string[]): readonly string[] {
    return remembered(this.#lists, ids.join(), () => ids);
  }

  /** The source as `dataset.json` declares it. */
  declared(id: string): SnapshotSource | undefined {
    return this.#sources.find((source) => source.id === id);
  }
}

const idsOf = (sources: readonly SnapshotSource[]) => sources.map(({ id }) => id);

/** Input for the provenance of a profile. */
interface Origins {
  readonly sourceIds: SourceIds;
  /** Metrics that the suburb has a value of. */
  readonly given: readonly Metric[];
  /** Cells of publishers' files behind the metrics. */
  readonly cells: readonly CellOrigin[];
  /** Metrics whose figure is known but withheld. */
  readonly withheld: ProfileProvenance["withheld"];
}

/** Provenance of a profile's blocks and of the given metrics. */
export function profileProvenance(origins: Origins, profile: SuburbProfile): ProfileProvenance {
  const { sourceIds, cells, withheld } = origins;
  const ofTable = (table: string, columns?: RegExp) => sourceIds.ofTable(table, columns);
  const blocks = BLOCKS.filter(([, partOf]) => isKnown(partOf(profile))).map(
    ([block, , sources, derivation = ""]) => ({
      block,
      sourceIds: [...new Set(sources(profile, ofTable))],
      derivation: typeof derivation === "string" ? derivation : derivation(profile),
    }),
  );
  const metrics = metricOrigins(origins, profile);
  const named = namedSources({ blocks, metrics, cells, withheld });
  const sources = [...named].sort().map((id) => sourceIds.declared(id) ?? undeclared(id, profile));
  return { blocks, metrics, cells, withheld, sources };
}

/** Cache key of all that `profileProvenance` reads of a profile, apart from metrics and cells. */
export function provenanceKey(profile: SuburbProfile): string {
  const { summary, crime, planning } = profile;
  let present = 0;
  for (const [i, [, partOf]] of BLOCKS.entries()) if (isKnown(partOf(profile))) present |= 1 << i;
  const named = [...ownSources(profile), crime?.sourceLicence, planning?.sourceLicence];
  return `${present} ${summary.state_code} ${named.join("\0")}`;
}

const LISTING_KEYS: ReadonlySet<string> = new Set(LISTING_METRICS.map(({ key }) => key));

/** The provenance of a profile without listing data. */
export function provenanceWithoutListings(provenance: ProfileProvenance): ProfileProvenance {
  const blocks = provenance.blocks.filter(({ block }) => block !== "listing_stats");
  const metrics = provenance.metrics
    .map((one) => {
      const metricKeys = one.metricKeys.filter((key) => !LISTING_KEYS.has(key));
      return metricKeys.length === one.metricKeys.length ? one : { ...one, metricKeys };
    })
    .filter(({ metricKeys }) => metricKeys.length > 0);
  const named = namedSources({ ...provenance, blocks, metrics });
  return { ...provenance, blocks, metrics, sources: provenance.sources.filter(({ id }) => named.has(id)) };
}

function namedSources({ blocks, metrics, cells }: Omit<ProfileProvenance, "sources">): Set<string> {
  return new Set([
    ...[...blocks, ...metrics].flatMap(({ sourceIds }) => sourceIds),
    ...cells.map(({ sourceId }) => sourceId),
  ]);
}

type OfTable = (table: string, columns?: RegExp) => readonly string[];

/**
 * A block of the answer: the part of the profile that must be non-null for it, its source ids, and what was
 * done to the published figures. If rows name their own source, it replaces those of the table.
 */
type Block = readonly [
  block: string,
  partOf: (profile: SuburbProfile) => unknown,
  sources: (profile: SuburbProfile, ofTable: OfTable) => readonly string[],
  derivation?: string | ((profile: SuburbProfile) => string),
];

const isKnown = (value: unknown) => value !== null && value !== undefined;

const tables =
  (...named: readonly (readonly [table: string, columns?: RegExp])[]): Block[2] =>
  (_, ofTable) =>
    named.flatMap(([table, columns]) => ofTable(table, columns));

/** All blocks in the order of the answer's fields. */
const BLOCKS: readonly Block[] = [
  [
    "summary",
    ({ summary }) => summary.federal_division ?? summary.state_district,
    tables([DEMOGRAPHICS, ELECTORATES]),
  ],
  [
    "summary.latest_median_price",
    ({ summary }) => summary.latest_median_price,
    ({ price_source }) => given(price_source),
    "latest public house median of the suburb's regions",
  ],
  [
    "summary.amenities",
    ({ summary }) => Object.values(summary.amenities).find(isKnown),
    tables(["suburb_amenities"]),
  ],
  ["summary.dominant_nbn_tech", ({ summary }) => summary.dominant_nbn_tech, tables(["suburb_connectivity"])],
  ["summary.seifa", ({ seifa }) => seifa, tables([DEMOGRAPHICS, SEIFA])],
  [
    "demographics",
    ({ demographics }) => demographics,
    tables([DEMOGRAPHICS, CENSUS]),
    "census gates applied",
  ],
  [
    "baselines",
    ({ baselines: b }) => b?.state_income_basis ?? b?.state_census.basis ?? b?.state_median_price,
    tables(["state_demographics"], [DEMOGRAPHICS, CENSUS], ["house_prices"]),
    ({ baselines }) => baselineDerivation(baselines),
  ],
  ["council", ({ council }) => council, tables(["lga"], ["suburb_lga"])],
  [
    "similar",
    ({ similar }) => similar[0],
    tables([DEMOGRAPHICS, CENSUS], ["suburb_amenities"]),
    "nearest in the metrics that each suburb names, in standard deviations",
  ],
  ["banner", ({ banner }) => banner.blurb, tables([DEMOGRAPHICS, BANNER], ["suburb_landmarks"])],
  [
    "crime",
    ({ crime }) => crime,
    ({ crime }) => given(crime?.source),
    "percentile within the state, by residents",
  ],
  [
    "listing_stats",
    ({ listingStats }) => listingStats,
    tables(["property_listings"]),
    "one listing an address; prices from 3 addresses on",
  ],
  ["elevation", ({ elevation }) => elevation, tables([DEMOGRAPHICS, LAND])],
  [
    "hazards",
    ({ hazards }) => hazards,
    ({ hazards }) => given(hazards?.waterSource, hazards?.floodSource, hazards?.bushfireSource),
  ],
  ["council_overlaps", ({ councilOverlaps }) => councilOverlaps[0], tables(["suburb_lga"], ["lga"])],
  [
    "planning",
    ({ planning }) => planning,
    ({ planning }) => given(planning?.zoningSource, planning?.heritageSource),
    "withheld under 50 % coverage",
  ],
];

function baselineDerivation(baselines: SuburbProfile["baselines"]): string {
  const parts = [
    baselines?.state_income_basis && `income: ${baselines.state_income_basis}`,
    baselines?.state_census.basis && `shares: ${baselines.state_census.basis}`,
    isKnown(baselines?.state_median_price) && "price: median of suburbs",
  ];
  return parts.filter(Boolean).join("; ");
}

function metricOrigins(
  { sourceIds, given: metrics, cells }: Origins,
  profile: SuburbProfile,
): MetricOrigin[] {
  const own = ownSources(profile).map((id) => sourceIds.same(given(id)));
  const cellSource = new Map(cells.flatMap(({ figures, sourceId }) => figures.map((key) => [key, sourceId])));
  const groups = new Map<readonly string[], { metricKeys: string[]; sourceIds: readonly string[] }>();
  for (const metric of metrics) {
    const rowSource = own[OWN_SOURCE.get(metric)!] ?? [];
    const cell = cellSource.size > 0 ? cellSource.get(metric.key) : undefined;
    const named = cell === undefined ? rowSource : sourceIds.same([cell]);
    const ids = named.length > 0 ? named : sourceIds.ofMetric(metric);
    remembered(groups, ids, () => ({ metricKeys: [], sourceIds: ids })).metricKeys.push(metric.key);
  }
  return [...groups.values()];
}

/** Metrics whose rows name their own source, and this source of a profile. */
const OWN_SOURCES: readonly (readonly [
  keys: RegExp,
  sourceOf: (profile: SuburbProfile) => string | null | undefined,
])[] = [
  [/^price$/, ({ price_source }) => price_source],
  [/^crime_/, ({ crime }) => crime?.source],
  [/^recorded_/, ({ offence_source }) => offence_source],
  [/^(water_observed|permanent_water)_/, ({ hazards }) => hazards?.waterSource],
  [/^flood_/, ({ hazards }) => hazards?.floodSource],
  [/^bushfire_/, ({ hazards }) => hazards?.bushfireSource],
  [/^(zone_|zoning_|dominant_zone_|nsw_)/, ({ planning }) => planning?.zoningSource],
  [/^heritage_/, ({ planning }) => planning?.heritageSource],
];

/** Index in OWN_SOURCES of each metric; -1 for none. */
const OWN_SOURCE = new Map(
  METRICS.map((metric) => [metric, OWN_SOURCES.findIndex(([keys]) => keys.test(metric.key))]),
);

const ownSources = (profile: SuburbProfile) => OWN_SOURCES.map(([, sourceOf]) => sourceOf(profile));

function given(...ids: (string | null | undefined)[]): string[] {
  return [...new Set(ids.filter((id): id is string => id !== null && id !== undefined && id !== ""))];
}

/** Stands in for a source that `dataset.json` lacks; the licence is that of the rows, if they have one. */
function undeclared(id: string, { crime, planning }: SuburbProfile): SnapshotSource {
  const licences: [string | null | undefined, string | null | undefined][] = [
    [crime?.source, crime?.sourceLicence],
    [planning?.zoningSource, planning?.sourceLicence],
    [planning?.heritageSource, planning?.sourceLicence],
  ];
  const licence = licences.find(([source]) => source === id)?.[1] ?? "";
  return { id, publisher: "", title: "", licence, vintage: "", tables: [] };
}

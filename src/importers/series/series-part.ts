import { MAX_SERIES_KEY } from "../../dataset/tables/economy.ts";
import { remembered } from "../../runtime/lazy.ts";
import type { Combined, Fragment, ImportRow, StoredPart } from "../importer.ts";
import { RejectTally } from "../run/reject-tally.ts";
import type { SourceFacts } from "../source-licence.ts";
import { FREQUENCY_NAMES, type Frequency, firstDayOf } from "./period.ts";
import { regionRow } from "./series-regions.ts";
import { type SeriesTarget, scaled, seriesKeyOf } from "./series-target.ts";

/** A published series that maps to the dataset. */
export interface StoredSeries {
  /** The publisher's id; identifies the series across files and changes of title. */
  readonly id: string;
  readonly sourceId: string;
  /** Undefined if no rule matches the title; another vintage's title may match. */
  readonly target?: SeriesTarget;
  readonly frequency: Frequency;
  readonly lastDays: readonly string[];
  /** In base units. */
  readonly values: readonly number[];
}

export interface SeriesPart {
  readonly series: readonly StoredSeries[];
  /** Publication day, YYYY-MM-DD, if the file states it. */
  readonly published?: string | undefined;
}

/**
 * Rows of price and series tables, in fragments by table, source and vintage. The oldest title with a
 * matching rule decides a series' target, so that a new wording neither splits it nor changes its key. Two
 * series of a source with the same target are both rejected, because nothing shows which is meant. Prices are
 * dated by the last day of their period, economic observations by the first, from which their value holds.
 */
export function combineSeries(
  parts: readonly StoredPart<SeriesPart>[],
  sources: readonly SourceFacts[],
): Combined {
  const fragments = new Map<string, Fragment & { readonly rows: ImportRow[] }>();
  const add = (table: string, sourceId: string, vintage: string, row: ImportRow) => {
    const id = `${table} ${sourceId} ${vintage}`;
    remembered(fragments, id, () => ({ table, sourceId, vintage, rows: [] as ImportRow[] })).rows.push(row);
  };
  const targets = targetsById(parts);
  const tally = new RejectTally();
  const disputed = disputedSeries(parts, targets, tally);
  const unknown = new Set<string>();
  for (const { part, vintage } of parts) {
    for (const series of part.series) {
      const source = sources.find((one) => one.id === series.sourceId)!;
      const target = targets.get(idOf(series));
      if (target === undefined) unknown.add(series.id);
      else if (disputed.has(idOf(series))) continue;
      else
        for (const [table, row] of rowsOf(series, target, source, part.published))
          add(table, source.id, vintage, row);
    }
  }
  const notes =
    unknown.size === 0 ? [] : [`${unknown.size} series have an unknown title: ${some([...unknown])}`];
  return { fragments: [...fragments.values()], rejects: tally.rules(), notes };
}

/** Series with a target claimed by another series of the source, or with a key too long to query. */
function disputedSeries(
  parts: readonly StoredPart<SeriesPart>[],
  targets: ReadonlyMap<string, SeriesTarget>,
  tally: RejectTally,
): ReadonlySet<string> {
  const claims = new Map<string, Map<string, string>>();
  const disputed = new Set<string>();
  for (const { part, path } of parts) {
    for (const series of part.series) {
      const target = targets.get(idOf(series));
      for (const place of target === undefined ? [] : placesOf(target)) {
        const claim = `${series.sourceId} ${place}`;
        remembered(claims, claim, () => new Map()).set(idOf(series), `${series.id} (${path})`);
      }
      const key = target?.economic && seriesKeyOf(target.economic);
      if (key === undefined || key.length <= MAX_SERIES_KEY || disputed.has(idOf(series))) continue;
      disputed.add(idOf(series));
      tally.reject("key too long", 0, `${series.id}: ${key} has more than ${MAX_SERIES_KEY} characters`);
    }
  }
  for (const [claim, claimants] of claims) {
    if (claimants.size < 2) continue;
    for (const id of claimants.keys()) disputed.add(id);
    const place = claim.slice(claim.indexOf(" ") + 1);
    tally.reject("two series, one key", 0, `${place}: ${[...claimants.values()].join(" and ")}`);
  }
  return disputed;
}

/** Human-readable targets of a series. */
function placesOf({ economic, price }: SeriesTarget): string[] {
  return [
    ...(economic === undefined ? [] : [seriesKeyOf(economic)]),
    ...(price === undefined
      ? []
      : [`house_prices ${price.region.code} ${price.measure} ${price.dwellingType}`]),
  ];
}

/** Target of each series: the first in vintage order. */
function targetsById(parts: readonly StoredPart<SeriesPart>[]): Map<string, SeriesTarget> {
  const targets = new Map<string, SeriesTarget>();
  for (const { part } of parts) {
    for (const series of part.series) {
      if (series.target !== undefined && !targets.has(idOf(series))) targets.set(idOf(series), series.target);
    }
  }
  return targets;
}

function idOf({ sourceId, id }: StoredSeries): string {
  return `${sourceId} ${id}`;
}

const NAMED_SERIES = 5;

function some(ids: readonly string[]): string {
  return `${ids.slice(0, NAMED_SERIES).join(", ")}${ids.length > NAMED_SERIES ? " …" : ""}`;
}

function* rowsOf(
  series: StoredSeries,
  target: SeriesTarget,
  source: SourceFacts,
  published: string | undefined,
): Generator<[string, ImportRow]> {
  const { frequency, lastDays, values } = series;
  if (target.price !== undefined) {
    const { region, measure, dwellingType, unit, divisor } = target.price;
    yield ["house_price_regions", regionRow(region)];
    for (let i = 0; i < values.length; i++) {
      // Zero is not a valid price, count or index; rates and growth may be zero or negative.
      if (values[i] <= 0 && unit !== "percent") continue;
      yield [
        "house_prices",
        {
          region_code: region.code,
          measure,
          dwelling_type: dwellingType,
          period: lastDays[i],
          period_freq: frequency,
          value: divisor === undefined ? values[i] : scaled(values[i], 1 / divisor),
          unit,
          source: source.id,
          source_licence: source.licence,
        },
      ];
    }
  }
  if (target.economic === undefined) return;
  const { topic, metric, product, region, unit, adjustment } = target.economic;
  const series_key = seriesKeyOf(target.economic);
  yield [
    "economic_series",
    {
      series_key,
      topic,
      metric,
      product,
      region_type: region.type,
      region_code: region.code.toLowerCase(),
      region_name: region.name,
      unit,
      frequency: FREQUENCY_NAMES[frequency],
      adjustment,
      dimensions: JSON.stringify({ series_id: series.id }),
      source_key: source.id,
      licence: source.licence,
      internal_only: false,
    },
  ];
  for (let i = 0; i < values.length; i++) {
    yield [
      "economic_observations",
      {
        series_key,
        period: firstDayOf(lastDays[i], frequency),
        value: values[i],
        published_on: published ?? null,
      },
    ];
  }
}

/** Describes a series' target in one line. */
export function explainSeries({ id, target, values }: StoredSeries): string {
  if (target === undefined) return `${id}: ${values.length} observations, mapped by its older title, if any`;
  return `${id}: ${values.length} observations to ${placesOf(target).join(" and ")}`;
}

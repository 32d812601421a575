import { remembered } from "../../runtime/lazy.ts";
import {
  type CombineContext,
  type Combined,
  type FileReading,
  fragmentsOf,
  type Importer,
  type ImportRow,
  type StoredPart,
  UNDATED,
} from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { order } from "../run/merge.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { sourceFacts } from "../source-licence.ts";
import { type FeedRows, feedHeader, isNdjson, readFeedRows } from "./feed-rows.ts";
import { followSweeps, MIN_MOVE_AUD, SWEEPS_TO_DELIST, type Sweep } from "./follow-sweeps.ts";
import {
  checkMapping,
  type ListingMapping,
  MAPPING_FORMAT,
  neededColumns,
  PLAIN_MAPPING,
} from "./listing-mapping.ts";
import { eventRow, ListingRegions, listingRow } from "./listing-rows.ts";
import { OPERATOR_LICENCE, type Sighting, sightingsOf } from "./sighting.ts";

/** The licence is by agreement with the portals, known to the operator only. */
const LISTING_FEED_SOURCE = sourceFacts({
  id: "listing-feed",
  publisher: "the operator's listing feeds",
  title: "Listings and their events",
  licence: OPERATOR_LICENCE,
  licenceClass: "unstated",
  attribution: "Listings by agreement with their portals",
});

type FeedPart = { readonly mapping: ListingMapping } | { readonly feed: FeedRows };

/** Importer for successive sweeps of listings (CSV, NDJSON, Parquet) and for the mapping files of feeds. */
export const LISTING_FEED: Importer<FeedPart> = {
  id: "listing-feed",
  title: "Listing feeds (CSV, NDJSON, Parquet) with a mapping file",
  sources: [LISTING_FEED_SOURCE],
  recognise(file) {
    if (isMapping(file)) return { confidence: 95, what: "mapping of a listing feed" };
    const header = feedHeader(file);
    if (PLAIN_COLUMNS.every((column) => header.includes(column)))
      return { confidence: 70, what: file.isParquet ? "listing feed (Parquet)" : "listing feed" };
    // Mappings are applied only in combine, so claim, weakly, anything like adverts: NDJSON and Parquet,
    // which nobody else publishes, and tables with two of id, price and place.
    const names = header.map((name) => name.toLowerCase());
    const kinds = [/(^|[_.\s-])id$|^(listing|advert)(id)?$/, /price/, /suburb|locality|address/];
    const found = kinds.filter((pattern) => names.some((name) => pattern.test(name)));
    if (found.length < 2 && !file.isParquet && !isNdjson(file)) return undefined;
    const table = file.isParquet ? "Parquet table" : "table";
    return { confidence: 20, what: `${table} of listings, which need a mapping file` };
  },
  read: readFeedFile,
  explain: (file) =>
    isMapping(file)
      ? Object.entries(checkMapping(file.json(), file.path).columns).map(
          ([column, from]) =>
            `${column}: ${typeof from === "string" ? `column "${from}"` : `always "${from.value}"`}`,
        )
      : [
          `columns: ${feedHeader(file).join(", ")}`,
          "read by the mapping file whose columns are all there; see data/guides/listing-feeds.md",
          `price moves from ${MIN_MOVE_AUD} AUD and half a percent on; gone after ${SWEEPS_TO_DELIST} complete sweeps without the advert`,
        ],
  combine: combineFeeds,
};

const PLAIN_COLUMNS = ["source", "sweep", "listing_id", "suburb", "state_code"];

function isMapping(file: ImportFile): boolean {
  return /^\s*\{/.test(file.head) && file.head.includes(`"${MAPPING_FORMAT.slice(0, -2)}`);
}

function readFeedFile(file: ImportFile): FileReading<FeedPart> {
  const tally = new RejectTally();
  if (isMapping(file)) {
    const mapping = checkMapping(file.json(), file.path);
    return tally.reading({ part: { mapping }, rowsRead: 0, rowsUsed: 0, vintage: UNDATED });
  }
  const feed = readFeedRows(file, tally);
  if (feed.rows.length === 0) file.refuse("no rows");
  const rowsUsed = feed.rows.length;
  const rowsRead = rowsUsed + tally.rules().reduce((sum, { count }) => sum + count, 0);
  return tally.reading({ part: { feed }, rowsRead, rowsUsed, vintage: newestDate(feed) });
}

/** The newest day in any column whose name suggests a time. */
function newestDate({ columns, rows }: FeedRows): string {
  let newest = UNDATED;
  columns.forEach((column, i) => {
    if (!/sweep|date|time|seen|captured|_at$/i.test(column)) return;
    for (const { cells } of rows) {
      const day = /^\d{4}-\d{2}-\d{2}/.exec(cells[i])?.[0];
      if (day !== undefined && day > newest) newest = day;
    }
  });
  return newest;
}

function combineFeeds(parts: readonly StoredPart<FeedPart>[], context: CombineContext): Combined {
  const tally = new RejectTally();
  const notes: string[] = [];
  const mappings = parts.flatMap(({ part }) => ("mapping" in part ? [part.mapping] : []));
  const completeness = new Map(mappings.map(({ source, complete }) => [source, complete]));
  const sweepsBySource = new Map<string, Map<string, Map<string, Sighting>>>();
  for (const { part, path } of parts) {
    if ("mapping" in part) continue;
    const mapping = [...mappings, PLAIN_MAPPING].find((one) => fits(one, part.feed));
    if (mapping === undefined) {
      tally.reject("no mapping fits", 1, `${path} has the columns ${part.feed.columns.join(", ")}`);
      continue;
    }
    const reject = (rule: string, row: number, reason: string) =>
      tally.reject(rule, row, `${path}: ${reason}`);
    for (const sighting of sightingsOf(part.feed, mapping, reject)) {
      const sweeps = remembered(sweepsBySource, sighting.source, () => new Map());
      const sweep = remembered(sweeps, sighting.at, () => new Map<string, Sighting>());
      if (sweep.has(sighting.listingId))
        reject("listing twice", sighting.row, `${sighting.listingId} in the sweep of ${sighting.at}`);
      else sweep.set(sighting.listingId, sighting);
    }
  }
  const regions = new ListingRegions(context.suburbs);
  const listings: ImportRow[] = [];
  const events: ImportRow[] = [];
  let newest = UNDATED;
  for (const source of [...sweepsBySource.keys()].sort()) {
    const sweeps = [...sweepsBySource.get(source)!]
      .map(([at, sightings]): Sweep => ({ at, sightings }))
      .sort((a, b) => (a.at < b.at ? -1 : 1));
    newest = [newest, sweeps.at(-1)!.at.slice(0, 10)].sort().at(-1)!;
    const followed = followSweeps(sweeps, completeness.get(source) ?? "feed");
    if (followed.cutSweeps.length > 0)
      notes.push(`${source}: sweeps too small to be complete: ${followed.cutSweeps.join(", ")}`);
    const rowOf = new Map<string, ImportRow>();
    for (const listing of followed.listings.sort((a, b) => order(a.latest.listingId, b.latest.listingId))) {
      const row = listingRow(listings.length + 1, listing, regions);
      rowOf.set(listing.latest.listingId, row);
      listings.push(row);
    }
    // Sort by time and advert: the row order in a file is arbitrary.
    const ordered = followed.events.toSorted(
      (a, b) => order(a.observed_at, b.observed_at) || order(a.listing_id, b.listing_id),
    );
    for (const event of ordered)
      events.push(eventRow(events.length + 1, event, rowOf.get(event.listing_id)!));
  }
  if (regions.unlinked.size > 0) {
    notes.push(`regions without a suburb: ${[...regions.unlinked].sort().slice(0, 20).join(", ")}`);
  }
  const tables = {
    house_price_regions: [...regions.rows.values()],
    property_listings: listings,
    property_price_events: events,
  };
  return {
    fragments: fragmentsOf(LISTING_FEED_SOURCE, { vintage: newest }, tables),
    rejects: tally.rules(),
    notes,
  };
}

function fits(mapping: ListingMapping, { columns }: FeedRows): boolean {
  const needed = mapping === PLAIN_MAPPING ? PLAIN_COLUMNS : neededColumns(mapping);
  return needed.every((column) => columns.includes(column));
}

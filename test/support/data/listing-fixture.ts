import { onTestFinished } from "vitest";
import { LISTING_AGGREGATES } from "../../../src/domains/listings/aggregates/index.ts";
import { copyQueries } from "../../../src/snapshot/pages/build-page-set.ts";
import { QueryResults } from "../../../src/snapshot/pages/query-results.ts";
import type { BuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";
import { temporaryDirectory } from "../run/fixtures.ts";
import {
  aggregatesFor,
  emptyDatasetDatabase,
  insertTables,
  type PartialRow,
  rowOf,
  runAggregates,
  TEST_AS_OF,
} from "./build-db.ts";
import type { Tables } from "./method-calls.ts";

const DAY_MS = 86_400_000;

/** The instant `days` (and `extraMs` milliseconds) before the as-of instant, as a dataset writes it. */
export function daysAgo(days: number, extraMs = 0): string {
  return new Date(TEST_AS_OF.getTime() - days * DAY_MS - extraMs).toISOString();
}

/** A time of a UTC date (default: midnight), as a dataset writes it. */
export function at(date: string, time = "00:00:00"): string {
  return `${date}T${time}Z`;
}

interface CutRow {
  readonly listing: number;
  readonly prev: number;
  readonly price: number;
  readonly observed: string;
}

const regionRow = rowOf("region_code region_name state_code sal_code", { region_type: "suburb" });

export type Crawl = ReturnType<typeof newCrawl>;

/** A small hand-made crawl: one region per suburb; listings are live and for sale by default. */
export function newCrawl() {
  const suburbs: PartialRow[] = [];
  const regions: PartialRow[] = [];
  const listings: PartialRow[] = [];
  const events: PartialRow[] = [];
  const valuations: PartialRow[] = [];
  const crawl = {
    suburb(salCode: string, stateCode: string): string {
      const name = `Suburb ${salCode}`;
      const region = `SUBURB:${stateCode}-${salCode}`;
      suburbs.push({ sal_code: salCode, sal_name: name, state_code: stateCode, postcode: "3000" });
      regions.push(regionRow(region, `Region ${salCode}`, stateCode, salCode));
      return region;
    },
    /** Adds another region to a suburb, or one without a suburb. */
    region(regionCode: string, salCode: string | null, stateCode: string): string {
      regions.push(regionRow(regionCode, regionCode, stateCode, salCode));
      return regionCode;
    },
    listing(row: PartialRow): number {
      const id = listings.length + 1;
      const region = regions.find((r) => r.region_code === row.region_code);
      listings.push({
        id,
        source: "rea",
        listing_id: `L${id}`,
        listing_url: `https://portal.example/${id}`,
        sal_code: region?.sal_code ?? null,
        state_code: region?.state_code ?? "",
        address_key: `${id}-mill-street`,
        price: 500_000,
        price_kind: "fixed",
        listing_status: "for_sale",
        is_active: true,
        source_licence: "agreed",
        first_seen_at: daysAgo(100),
        last_seen_at: daysAgo(0, 3_600_000),
        ...row,
      });
      return id;
    },
    event(listing: number, row: PartialRow): void {
      const of = listings[listing - 1];
      events.push({
        id: events.length + 1,
        listing_pk: listing,
        source: of.source,
        listing_id: of.listing_id,
        region_code: of.region_code,
        sal_code: of.sal_code,
        address_key: of.address_key,
        price_kind: of.price_kind,
        listing_status: of.listing_status,
        ...row,
      });
    },
    cut({ listing, prev, price, observed }: CutRow): void {
      crawl.event(listing, {
        event_type: "price_drop",
        observed_at: observed,
        prev_price: prev,
        price,
        drop_abs: prev - price,
        drop_pct: (prev - price) / prev,
      });
    },
    sale(listing: number, observed_at: string, prev_status = "for_sale"): void {
      const event_type = "status_change";
      crawl.event(listing, { event_type, observed_at, listing_status: "sold", prev_status });
    },
    valuation(row: PartialRow): void {
      valuations.push({ source: "estimates", fetch_status: "ok", source_licence: "CC-BY-4.0", ...row });
    },
    /** The added rows, by dataset table. */
    rows: (): Tables => ({
      suburb_demographics: suburbs,
      house_price_regions: regions,
      property_listings: listings,
      property_price_events: events,
      property_valuations: valuations,
    }),
    /** Loads the added rows as a dataset. */
    async load(): Promise<BuildDatabase> {
      const db = await emptyDatasetDatabase();
      await insertTables(db, crawl.rows());
      return db;
    },
    /** load, then builds the wanted tables (default: every listing aggregate); closed when the test ends. */
    async build(...wanted: readonly string[]): Promise<BuildDatabase> {
      const db = await crawl.load();
      onTestFinished(() => db.close());
      const all = LISTING_AGGREGATES;
      await runAggregates(db, wanted.length === 0 ? all : aggregatesFor(all, ...wanted));
      return db;
    },
  };
  return crawl;
}

/** The rows of a query as plain values; instants are epoch milliseconds. */
export async function plainRows<Row extends object>(db: BuildDatabase, sql: string): Promise<Row[]> {
  const files = await copyQueries(db, { queries: { all: sql } }, await temporaryDirectory());
  return new QueryResults(files).rows("all");
}

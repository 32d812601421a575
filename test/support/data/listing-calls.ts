import type { DescMethodUnary, MessageInitShape } from "@bufbuild/protobuf";
import type { OpenMethods } from "../../../src/domains/domain.ts";
import { LISTING_AGGREGATES } from "../../../src/domains/listings/aggregates/index.ts";
import { LISTING_PAGES } from "../../../src/domains/listings/pages/index.ts";
import { listingMethods } from "../../../src/domains/listings/service.ts";
import { Engine } from "../../../src/engine/engine.ts";
import { derivedValues, type SnapshotView } from "../../../src/engine/view.ts";
import { opened } from "../run/fixtures.ts";
import { at, type Crawl, daysAgo, newCrawl } from "./listing-fixture.ts";
import { methodCalls, type methodOptions } from "./method-calls.ts";
import { serveAggregates } from "./serve-aggregates.ts";

/** The engine over the crawl of {@link bigCrawl}, and one without listings; open while a file's tests run. */
let engine: Engine;
let emptyEngine: Engine;

/** 60 suburbs of Victoria with four cut houses each, and one address with a past and a valuation. */
function bigCrawl(): Crawl {
  const crawl = newCrawl();
  for (let s = 0; s < 60; s++) {
    const region_code = crawl.suburb(String(20_001 + s), "VIC");
    for (let i = 0; i < 4; i++) {
      // The first suburb is cut by 0.4, 0.3, 0.2 and 0.1, the others a little less.
      const price = 600_000 + 100_000 * i + ((s * 7) % 60) * 1000;
      const listing = crawl.listing({
        region_code,
        price,
        agency_id: `A${s}`,
        agency_name: "Example & Daughters",
        agent_names: ["Ann Example"],
        address_key: `${i}-s${s}`,
        first_seen_at: at("2026-08-01"),
      });
      const observed_at = at("2026-08-01");
      crawl.event(listing, { event_type: "first_seen", observed_at, price: 1_000_000 });
      crawl.cut({ listing, prev: 1_000_000, price, observed: daysAgo(5 + s) });
    }
  }
  crawl.valuation({
    address_key: "0-s0",
    fetched_at: daysAgo(10),
    estimate_mid: 640_000,
    sales_history: JSON.stringify([{ date: "2015-06-07", price: 410_000, event_type: "sold" }]),
  });
  return crawl;
}

async function serve(crawl: Crawl): Promise<Engine> {
  return new Engine(await serveAggregates(await crawl.load(), LISTING_AGGREGATES, LISTING_PAGES));
}

/** Opens both engines before the tests of a file and closes them after. */
export function useListingEngines(): void {
  engine = opened(() => serve(bigCrawl()));
  emptyEngine = opened(() => serve(newCrawl()));
}

export const fullEngine = (): Engine => engine;

export type Json = Record<string, unknown>;

type CallOptions = Parameters<typeof methodOptions>[0];

/** The answer as Connect JSON, with everything switched on unless said. */
export function call<M extends DescMethodUnary>(
  method: M,
  request: MessageInitShape<M["input"]>,
  { isEmpty = false, ...options }: CallOptions & { isEmpty?: boolean } = {},
): Promise<Json> {
  return methodCalls(isEmpty ? emptyEngine : engine, listingMethods, options).call(method, request);
}

export async function rows<M extends DescMethodUnary>(
  method: M,
  request: MessageInitShape<M["input"]>,
  member: string,
) {
  return ((await call(method, request))[member] ?? []) as Json[];
}

/** The answer when one set of pages cannot be read, and the parts that the service said were dropped. */
export async function callWithout<M extends DescMethodUnary>(
  set: string,
  method: M,
  request: MessageInitShape<M["input"]>,
): Promise<{ answer: Json; heard: string[] }> {
  const heard: string[] = [];
  const pin = engine.pin();
  const pages = {
    find: (name: string, key: string) => {
      if (name === set) throw new Error("gone");
      return pin.view.pages.find(name, key);
    },
  };
  const broken = { ...pin.view, derived: derivedValues().derived, pages } as unknown as SnapshotView;
  const open: OpenMethods = (own, options) =>
    listingMethods(own, { ...options, onPartDropped: (part) => heard.push(part) });
  const { call } = methodCalls(new Engine({ view: broken, close: async () => {} }), open);
  const answer = await call(method, request);
  pin.release();
  return { answer, heard };
}

export function queriesRun(): number {
  const pin = engine.pin();
  pin.release();
  return pin.view.database.load().queries;
}

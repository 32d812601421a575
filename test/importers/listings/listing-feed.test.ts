import { describe, expect, it } from "vitest";
import { datasetTable } from "../../../src/dataset/tables/index.ts";
import { LISTING_FEED } from "../../../src/importers/listings/listing-feed.ts";
import { addressKeyOf, priceFromDisplay } from "../../../src/importers/listings/sighting.ts";
import type { ImportFile } from "../../../src/importers/run/import-file.ts";
import {
  importAll,
  importMade,
  linesFile,
  rejectedRows,
  rowsOf,
  tableOf,
  textFile,
  utf16,
} from "../../support/data/import-files.ts";
import { SUBURBS } from "../few-suburbs.ts";

const MAPPING = {
  format: "terrace-listings-mapping-1",
  source: "portal-a",
  complete: "feed",
  columns: {
    sweep: "captured",
    listing_id: "advert.id",
    street: "address.street",
    suburb: "address.suburb",
    state_code: { value: "VIC" },
    postcode: "address.postcode",
    price_display: "priceText",
    listing_status: "state",
    bedrooms: "beds",
    agent_names: "agents",
  },
  values: { listing_status: { live: "for_sale", gone: "sold" } },
};

interface Advert {
  id: string;
  price: string;
  state?: string;
  suburb?: string;
}

const line = (captured: string, { id, price, state, suburb }: Advert) =>
  JSON.stringify({
    captured,
    advert: { id },
    address: { street: `${id} Mill St.`, suburb: suburb ?? "Richmond", postcode: "3121" },
    priceText: price,
    state: state ?? "live",
    beds: 3,
    agents: ["A. Gent"],
  });

const sweep = (captured: string, adverts: Advert[]) =>
  textFile(`feed-${captured}.ndjson`, adverts.map((advert) => line(captured, advert)).join("\n"));
const mapping = (changes: object = {}) => textFile("portal.json", JSON.stringify({ ...MAPPING, ...changes }));

const FEED: ImportFile[] = [
  sweep("2026-08-01", [
    { id: "1", price: "$1,000,000" },
    { id: "2", price: "$900,000 - $950,000" },
    { id: "3", price: "Auction" },
  ]),
  sweep("2026-08-02", [
    { id: "1", price: "$996,000" },
    { id: "2", price: "$900,000 - $950,000", state: "gone" },
    { id: "4", price: "Offers over $500k", suburb: "Atlantis" },
  ]),
  sweep("2026-08-03", [
    { id: "1", price: "$994,000" },
    { id: "4", price: "$550,000", suburb: "Atlantis" },
  ]),
  sweep("2026-08-04", [
    { id: "1", price: "$994,000" },
    { id: "3", price: "$700,000" },
    { id: "4", price: "$549,000", suburb: "Atlantis" },
  ]),
];

const story = (files: readonly ImportFile[]) =>
  rowsOf(importAll(LISTING_FEED, files, SUBURBS), "property_price_events").map((row) => {
    const day = String(row.observed_at).slice(5, 10);
    return [row.listing_id, day, row.event_type, row.prev_price, row.price].join(" ");
  });

describe("LISTING_FEED", () => {
  it("turns successive sweeps into listings and events by the ingest rules", () => {
    expect(story([mapping(), ...FEED])).toEqual([
      "1 08-01 first_seen  1000000",
      "2 08-01 first_seen  900000",
      "3 08-01 first_seen  ",
      "2 08-02 status_change  900000",
      "4 08-02 first_seen  500000",
      "1 08-03 price_drop 1000000 994000",
      "3 08-03 delisted  ",
      "4 08-03 price_rise 500000 550000",
      "3 08-04 relisted  700000",
    ]);
  });

  it("keeps each advert in its latest state, with its region and address key", () => {
    const combined = importAll(LISTING_FEED, [mapping(), ...FEED], SUBURBS);
    const listings = rowsOf(combined, "property_listings");
    expect(listings[0]).toMatchObject({
      id: 1,
      source: "portal-a",
      region_code: "SUBURB:VIC-RICHMOND",
      sal_code: "20100",
      address_key: "1-mill-st-richmond-vic-3121",
      display_address: "1 Mill St., Richmond VIC 3121",
      price: 994_000,
      price_kind: "fixed",
      bedrooms: 3,
      agent_names: '["A. Gent"]',
      is_active: true,
      first_seen_at: "2026-08-01T00:00:00Z",
      last_seen_at: "2026-08-04T00:00:00Z",
      source_licence: "operator-agreement",
    });
    expect(listings[1]).toMatchObject({ listing_status: "sold", price_high: 950_000, is_active: false });
    expect(listings[3]).toMatchObject({ region_code: "SUBURB:VIC-ATLANTIS", sal_code: null });
    expect(combined.notes).toEqual(["regions without a suburb: Atlantis (VIC)"]);
    const columns = new Set(datasetTable("property_listings")!.columns.map(({ name }) => name));
    expect(Object.keys(listings[0]).filter((name) => !columns.has(name))).toEqual([]);
  });

  it("gives the same rows whatever the order of files and rows, from UTF-16 and from CSV", () => {
    const expected = story([mapping(), ...FEED]);
    expect(story([...FEED].reverse().concat(mapping()))).toEqual(expected);
    const whole = FEED.map((file) => file.text).join("\n");
    expect(story([textFile("all.ndjson", utf16(whole)), mapping()])).toEqual(expected);
    const csv = [
      "captured,advert.id,address.street,address.suburb,address.postcode,priceText,state,beds,agents",
      ...whole.split("\n").map((text) => {
        const { captured, advert, address, priceText, state } = JSON.parse(text);
        return `${captured},${advert.id},"${address.street}",${address.suburb},${address.postcode},"${priceText}",${state},3,A. Gent`;
      }),
    ];
    expect(story([textFile("all.csv", csv.join("\n")), mapping()])).toEqual(expected);
  });

  it("does not delist by sweeps of other suburbs, by partial feeds or by a sweep that was cut", () => {
    const delisted = (files: ImportFile[]) => story(files).filter((text) => text.includes("delisted"));
    const hillside = [{ id: "9", price: "$1", suburb: "Hillside" }];
    const elsewhere = [2, 3, 4].map((day) => sweep(`2026-08-0${day}`, hillside));
    const first = sweep("2026-08-01", [{ id: "1", price: "$1" }]);
    expect(delisted([mapping({ complete: "suburb" }), first, ...elsewhere])).toEqual([]);
    expect(delisted([mapping({ complete: "none" }), first, ...elsewhere])).toEqual([]);
    expect(delisted([mapping(), first, ...elsewhere])).toEqual(["1 08-03 delisted  "]);
    const many = ["1", "2", "3", "4", "5"].map((id) => ({ id, price: "$1" }));
    const cut = [5, 1, 4].map((count, i) => sweep(`2026-08-0${i + 1}`, many.slice(0, count)));
    const combined = importAll(LISTING_FEED, [mapping(), ...cut], SUBURBS);
    expect(combined.notes).toEqual(["portal-a: sweeps too small to be complete: 2026-08-02T00:00:00Z"]);
    expect(delisted([mapping(), ...cut])).toEqual([]);
  });

  it("reads feeds in its own column names without a mapping and reports tables that no mapping fits", () => {
    const header = "source,sweep,listing_id,suburb,state_code,price";
    const plain = linesFile("plain.csv", header, "mine,2026-08-01T10:00:00+10:00,7,Richmond,vic,650000");
    expect(LISTING_FEED.recognise(plain)?.confidence).toBe(70);
    const [listing] = rowsOf(importAll(LISTING_FEED, [plain], SUBURBS), "property_listings");
    expect(listing).toMatchObject({
      source: "mine",
      price: 650_000,
      price_kind: "fixed",
      first_seen_at: "2026-08-01T00:00:00Z",
    });
    const foreign = textFile("foreign.csv", "Listing ID,Asking price,Locality\n1,2,Richmond\n");
    expect(LISTING_FEED.recognise(foreign)?.confidence).toBe(20);
    const combined = importAll(LISTING_FEED, [foreign, mapping()], SUBURBS);
    expect(combined.rejects[0]).toMatchObject({
      rule: "no mapping fits",
      examples: [{ reason: "foreign.csv has the columns Listing ID, Asking price, Locality" }],
    });
    expect(LISTING_FEED.recognise(textFile("x.csv", "a,b\n1,2"))).toBeUndefined();
    expect(LISTING_FEED.recognise(textFile("x.csv", "Id,p,Suburb\n1,2,Richmond"))?.confidence).toBe(20);
    expect(LISTING_FEED.recognise(textFile("x.ndjson", '{"a":1}\n{"a":2}'))?.confidence).toBe(20);
    expect(LISTING_FEED.recognise(textFile("x.geojson", '{"type":\n1}'))).toBeUndefined();
  });

  it("withholds listings and leaves events out until the operator names the source", async () => {
    const shown = async (allowed: string[]) => {
      const files = [mapping({ licence: "agreement-7" }), ...FEED];
      const outcome = await importMade(files, { allowedSources: new Set(allowed) });
      const [{ source_licence }] = tableOf(outcome, "property_listings");
      const [{ licence, withheld, tables }] = outcome.sources;
      const events = tableOf(outcome, "property_price_events").length;
      return { source_licence, events, leftOut: outcome.withheld, licence, withheld, tables };
    };
    const tables = ["house_price_regions", "property_listings"];
    const events = "property_price_events";
    expect(await shown([])).toEqual({
      source_licence: "proprietary-tos-restricted",
      licence: "operator-agreement",
      withheld: true,
      events: 0,
      leftOut: [{ sourceId: "listing-feed", table: events, rows: 9 }],
      tables,
    });
    expect(await shown(["listing-feed"])).toEqual({
      source_licence: "agreement-7",
      licence: "operator-agreement",
      withheld: undefined,
      events: 9,
      leftOut: [],
      tables: [...tables, events],
    });
  });

  it("refuses mappings that are wrong, and empty feeds, each by name", () => {
    const refuse = (changes: object, reason: RegExp) =>
      expect(() => LISTING_FEED.read(mapping(changes))).toThrow(reason);
    refuse({ source: "Portal A" }, /portal\.json: source "Portal A"; allowed are small letters/);
    refuse({ complete: "yes" }, /complete "yes"; allowed are feed, suburb and none/);
    refuse({ columns: { ...MAPPING.columns, bedroms: "beds" } }, /column "bedroms"; allowed are sweep,/);
    refuse({ columns: { ...MAPPING.columns, bedroms: "beds" } }, /did you mean "bedrooms"\?/);
    refuse({ columns: { listing_id: "id" } }, /no column "sweep"/);
    refuse({ columns: { ...MAPPING.columns, suburb: 3 } }, /columns\.suburb 3; allowed are a name or/);
    refuse({ columns: undefined }, /no columns/);
    refuse({ values: { listing_staus: {} } }, /values of "listing_staus"; allowed are sweep,.*did you mean/);
    refuse({ values: { price: { high: 1 } } }, /values\.price\.high 1; allowed are text/);
    refuse({ format: "terrace-listings-mapping-2" }, /format "terrace-listings-mapping-2"/);
    expect(() =>
      LISTING_FEED.read(textFile("empty.csv", "source,sweep,listing_id,suburb,state_code\n")),
    ).toThrow(/empty\.csv: no rows/);
  });

  it("reports broken lines and rows that say too little, with file, row and reason", () => {
    const whole = FEED[0].text;
    const cut = textFile("cut.ndjson", `${whole}\n${whole.slice(0, 50)}`);
    expect(LISTING_FEED.read(cut).report.rejects).toMatchObject([
      { rule: "not JSON", examples: [{ row: 4 }] },
    ]);
    const bad = linesFile(
      "bad.ndjson",
      line("soon", { id: "1", price: "" }),
      line("2026-08-01", { id: "", price: "" }),
      line("2026-08-01", { id: "2", price: "", state: "odd" }),
      line("2026-08-01", { id: "3", price: "" }),
      line("2026-08-01", { id: "3", price: "" }),
    );
    const { rejects } = importAll(LISTING_FEED, [mapping(), bad], SUBURBS);
    expect(rejectedRows({ rejects })).toBe(
      "listing twice 5; no listing id 2; no sweep time 1; unknown status 3",
    );
    expect(rejects[3].examples[0].reason).toBe(
      'bad.ndjson: status "odd"; map it to for_sale, under_offer, sold, withdrawn, unknown',
    );
  });
});

describe("priceFromDisplay", () => {
  it.each([
    ["$1,250,000", 1_250_000, null, "fixed"],
    ["$1.25m - $1.35m", 1_250_000, 1_350_000, "range_low"],
    ["Offers over $900k", 900_000, null, "offers_over"],
    ["From $1 million", 1_000_000, null, "offers_over"],
    ["Auction Saturday 12 noon", null, null, "auction"],
    ["Contact agent 0400 000", null, null, "poa"],
    ["", null, null, "unknown"],
  ])("reads %j", (text, price, priceHigh, kind) => {
    expect(priceFromDisplay(text)).toEqual({ price, priceHigh, kind });
  });
});

describe("addressKeyOf", () => {
  it("joins slugs and is empty when street, suburb or postcode is missing", () => {
    expect(addressKeyOf("2/12 O'Mill St.", "St Kilda", "VIC", "3182")).toBe(
      "2-12-omill-st-st-kilda-vic-3182",
    );
    expect(addressKeyOf("", "St Kilda", "VIC", "3182")).toBe("");
    expect(addressKeyOf("1 A St", "St Kilda", "VIC", "")).toBe("");
  });
});

import { describe, expect, it } from "vitest";
import { DATASET_TABLES } from "../../src/dataset/tables/index.ts";
import { DOMAINS } from "../../src/domains/index.ts";
import { WITHHELD_TABLES } from "../../src/domains/withheld-tables.ts";

const SWITCHED: Readonly<Record<keyof typeof WITHHELD_TABLES, readonly string[]>> = {
  dropListings: ["property_listings", "property_price_events"],
  valuations: ["property_valuations"],
  interestRegister: ["register_holdings", "register_suburb_property"],
  partyFunding: DATASET_TABLES.map(({ name }) => name).filter((name) => name.startsWith("aec_")),
};

/** Tables that read a withheld table for another purpose: payers' names also distinguish people. */
const UNTOUCHED: Readonly<Record<string, readonly string[]>> = { partyFunding: ["register_people"] };

describe("WITHHELD_TABLES", () => {
  it.each(Object.keys(SWITCHED) as (keyof typeof SWITCHED)[])(
    "names every table that is made from what %s is about",
    async (name) => {
      const all = (await Promise.all(DOMAINS.map((domain) => domain.aggregates()))).flat();
      const made = new Set(SWITCHED[name].map((table) => `main.${table}`));
      for (let before = -1; before !== made.size; ) {
        before = made.size;
        for (const { reads = [], creates = [], tables } of all) {
          if (!reads.some((table) => made.has(table))) continue;
          for (const table of [...creates, ...tables.map((one) => `serve.${one.name}`)]) made.add(table);
        }
      }
      const served = [...made].filter((table) => table.startsWith("serve.")).map((table) => table.slice(6));
      expect(Object.keys(WITHHELD_TABLES[name]).sort()).toEqual(
        served.filter((table) => !UNTOUCHED[name]?.includes(table)).sort(),
      );
    },
  );
});

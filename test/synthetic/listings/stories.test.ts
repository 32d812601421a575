import { describe, expect, it } from "vitest";
import { Random } from "../../../src/runtime/random.ts";
import { addressMaker } from "../../../src/synthetic/listings/addresses.ts";
import type { CrawledSuburb } from "../../../src/synthetic/listings/crawl.ts";
import { STORIES } from "../../../src/synthetic/listings/stories.ts";

/** The shortest that a suburb can be crawled: one that joins late and is given up early. */
const [FIRST_DAY, LAST_DAY] = [66, 82];

const place: CrawledSuburb = {
  regionCode: "SUBURB:WA-SHORT",
  name: "Short",
  state: "WA",
  postcode: "6000",
  salCode: "50001",
  housePrice: 600_000,
  urban: 1,
  slowness: 1,
  agencyArea: "WA/1",
  adverts: 50,
  rank: 0,
  swept: Uint8Array.from({ length: 120 }, (_, day) => (day >= FIRST_DAY && day <= LAST_DAY ? 1 : 0)),
  firstDay: FIRST_DAY,
  lastDay: LAST_DAY,
  minutes: { rea: 600, domain: 700 },
};

describe("stories of adverts", () => {
  it("begin, change and end while the suburb is crawled, however short that is", () => {
    const random = new Random(1, "stories");
    const scene = { place, random, address: addressMaker(random, place), agency: () => null };
    const outside: string[] = [];
    for (const [i, [story]] of STORIES.entries()) {
      for (let told = 0; told < 200; told++) {
        for (const { firstDay, lastSeenDay, events } of story(scene)) {
          const days = [firstDay, lastSeenDay, ...events.map(({ day }) => day)];
          if (days.some((day) => day < FIRST_DAY || day > LAST_DAY)) outside.push(`story ${i}: ${days}`);
        }
      }
    }
    expect(outside).toEqual([]);
  });
});

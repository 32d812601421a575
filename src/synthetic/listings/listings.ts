import type { CsvWriter } from "../../dataset/csv-writer.ts";
import { Random } from "../../runtime/random.ts";
import { addressMaker, agencyChooser } from "./addresses.ts";
import type { CrawledSuburb } from "./crawl.ts";
import { eventRow, listingRow, valuationRow } from "./listing-rows.ts";
import { type Scene, STORIES } from "./stories.ts";

/** Suburbs with a rank divisible by this show each story once, so that no case depends on chance. */
const SHOWCASE_EVERY = 10;
/** With fewer adverts not all stories fit. */
const SHOWCASE_MIN_ADVERTS = 45;

/** Share of addresses with a valuation; high enough for past sales to cover the years between. */
const VALUED = 0.3;

const STORIES_PER_DRAIN = 512;

/** Writes the adverts suburb by suburb, with a single story in memory. */
export async function writeListings(
  seed: number,
  crawl: readonly CrawledSuburb[],
  writers: Readonly<Record<"listings" | "events" | "valuations", CsvWriter>>,
  onSuburb: (done: number) => void,
): Promise<void> {
  const agencyOf = agencyChooser(seed);
  for (const [position, place] of crawl.entries()) {
    const random = new Random(seed, `listings/${place.regionCode}`);
    const address = addressMaker(random, place);
    const scene: Scene = { place, random, address, agency: () => agencyOf(random, place) };
    const showcase = place.rank % SHOWCASE_EVERY === 0 && place.adverts >= SHOWCASE_MIN_ADVERTS;
    for (let storyNumber = 0, adverts = 0; adverts < place.adverts; storyNumber++) {
      const story =
        showcase && storyNumber < STORIES.length ? STORIES[storyNumber][0] : random.weighted(STORIES);
      const ads = story(scene);
      adverts += ads.length;
      for (const ad of ads) {
        const id = writers.listings.rows + 1;
        writers.listings.write(listingRow(random, place, ad, id));
        for (const event of ad.events)
          writers.events.write(eventRow(place, ad, event, writers.events.rows + 1, id));
      }
      const dwelling = ads[0].address;
      if (dwelling.key !== "" && random.chance(VALUED))
        writers.valuations.write(valuationRow(random, dwelling, place.slowness));
      if (storyNumber % STORIES_PER_DRAIN === 0)
        for (const writer of Object.values(writers)) await writer.drain();
    }
    onSuburb(position + 1);
  }
}

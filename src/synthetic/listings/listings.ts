import type { CsvWriter } from "../../dataset/csv-writer.ts";
import { Random } from "../../runtime/random.ts";
import { addressMaker } from "./addresses.ts";
import type { Advert } from "./adverts.ts";
import { AgencyDirectory } from "./agencies.ts";
import type { CrawledSuburb } from "./crawl.ts";
import { eventRow, listingRow } from "./listing-rows.ts";
import { type Scene, STORIES } from "./stories.ts";
import { valuationRow } from "./valuations.ts";

export interface ListingWriters {
  readonly listings: CsvWriter;
  readonly events: CsvWriter;
  readonly valuations: CsvWriter;
}

/** Every suburb whose rank is a multiple of this tells each story once, so no case depends on luck. */
const SHOWCASE_EVERY = 10;
/** Fewer adverts than this do not hold all stories. */
const SHOWCASE_MIN_ADVERTS = 45;

/** Share of addresses with a valuation: enough of them name past sales for the years between these to be known. */
const VALUED = 0.3;

/** Writes the adverts of one suburb after another; only one suburb is in memory at a time. */
export class ListingPass {
  readonly #seed: number;
  readonly #writers: ListingWriters;
  readonly #agencies: AgencyDirectory;
  #listingId = 0;
  #eventId = 0;

  constructor(seed: number, writers: ListingWriters) {
    this.#seed = seed;
    this.#writers = writers;
    this.#agencies = new AgencyDirectory(seed);
  }

  async writeSuburb(place: CrawledSuburb): Promise<void> {
    const random = new Random(this.#seed, `listings/${place.regionCode}`);
    const scene: Scene = {
      place,
      random,
      address: addressMaker(random, place),
      agency: () => this.#agencies.choose(random, place.agencyArea),
    };
    const showcase = place.rank % SHOWCASE_EVERY === 0 && place.adverts >= SHOWCASE_MIN_ADVERTS;
    for (let told = 0, adverts = 0; adverts < place.adverts; told++) {
      const story = showcase && told < STORIES.length ? STORIES[told][0] : random.weighted(STORIES);
      const ads = story(scene);
      this.#writeAddress(random, place, ads);
      adverts += ads.length;
      if (told % 512 === 511) await this.#drain();
    }
    await this.#drain();
  }

  #writeAddress(random: Random, place: CrawledSuburb, ads: readonly Advert[]): void {
    for (const ad of ads) {
      const id = ++this.#listingId;
      this.#writers.listings.write(listingRow(random, place, ad, id));
      for (const event of ad.events) {
        this.#writers.events.write(eventRow(place, ad, event, ++this.#eventId, id));
      }
    }
    const { address } = ads[0];
    if (address.key !== "" && random.chance(VALUED)) {
      this.#writers.valuations.write(valuationRow(random, address, place.slowness));
    }
  }

  async #drain(): Promise<void> {
    const { listings, events, valuations } = this.#writers;
    await listings.drain();
    await events.drain();
    await valuations.drain();
  }
}

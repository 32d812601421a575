import { ColumnFrame } from "../../../engine/columns/column-frame.ts";
import type { PageStore } from "../../../engine/pages/page-store.ts";

/** The sets of pages that hold them. */
export const SET_PAGES = [
  "set_places",
  "set_listings",
  "set_sold",
  "set_cuts",
  "set_agencies",
  "set_index",
  "set_prices",
  "set_market",
] as const;

/** The columns of sets of one snapshot, decoded with the first question that needs them and kept for the next. */
export class SetColumns {
  readonly #pages: PageStore;
  readonly #kept = new Map<string, unknown>();

  constructor(pages: PageStore) {
    this.#pages = pages;
  }

  get places() {
    return this.#keep("set_places", (frame) => ({
      position: codes(frame, "position"),
      state: codes(frame, "state"),
      listedRegion: codes(frame, "listed_region"),
      listedPlace: codes(frame, "listed_place"),
      isSwept: codes(frame, "is_swept"),
      trackedRegion: codes(frame, "tracked_region"),
      trackedPlace: codes(frame, "tracked_place"),
    }));
  }

  get listings(): ListingColumns {
    return this.#keep("set_listings", listingColumns);
  }

  get sold(): ListingColumns {
    return this.#keep("set_sold", listingColumns);
  }

  get cuts() {
    return this.#keep("set_cuts", (frame) => ({
      chosenPlace: codes(frame, "chosen_place"),
      chosenPctRank: codes(frame, "chosen_pct_rank"),
      chosenValueRank: codes(frame, "chosen_value_rank"),
      /** Ascending. */
      values: values(frame, "drop_values"),
      // Cuts of dwellings in several places.
      place: codes(frame, "place"),
      dwelling: codes(frame, "dwelling"),
      portal: codes(frame, "portal"),
      dropAbs: values(frame, "drop_abs"),
      pctRank: codes(frame, "pct_rank"),
      pcts: values(frame, "pcts"),
    }));
  }

  get agencies() {
    return this.#keep("set_agencies", (frame) => {
      const source = frame.texts("source");
      const agency = codes(frame, "agency");
      const cutAgency = codes(frame, "cut_agency");
      return {
        /** Where the listings and the cuts of each agency begin, one place more than there are agencies. */
        starts: startsOf(agency, source.length),
        address: codes(frame, "address"),
        region: codes(frame, "region"),
        place: codes(frame, "place"),
        isForSale: codes(frame, "is_for_sale"),
        price: values(frame, "price"),
        name: codes(frame, "name"),
        recency: codes(frame, "recency"),
        cutStarts: startsOf(cutAgency, source.length),
        cutAddress: codes(frame, "cut_address"),
        cutPlace: codes(frame, "cut_place"),
        cutWindow: codes(frame, "cut_window"),
        cutPct: values(frame, "cut_pct"),
        cutAbs: values(frame, "cut_abs"),
        source,
        agencyId: frame.texts("agency_id"),
        stateCode: frame.texts("state_code"),
        names: frame.texts("names"),
      };
    });
  }

  get index() {
    return this.#keep("set_index", (frame) => {
      const active = codes(frame, "active");
      const dropped = codes(frame, "dropped");
      return {
        day: codes(frame, "day"),
        withdrawnThenRelisted: codes(frame, "withdrawn_then_relisted"),
        delistedCount: codes(frame, "delisted_count"),
        rateDay: codes(frame, "rate_day"),
        ratePlace: codes(frame, "rate_place"),
        rate: Float64Array.from(dropped, (count, i) => count / active[i]),
        active,
        dropped,
        medianDay: codes(frame, "median_day"),
        medianPlace: codes(frame, "median_place"),
        median: values(frame, "median"),
        firstDay: codes(frame, "first_day"),
        firstPlace: codes(frame, "first_place"),
      };
    });
  }

  get prices() {
    return this.#keep("set_prices", (frame) => {
      const period = codes(frame, "period");
      return {
        measure: frame.texts("measure"),
        dwellingType: frame.texts("dwelling_type"),
        frequency: frame.texts("frequency"),
        period,
        starts: startsOf(codes(frame, "point"), period.length),
        position: codes(frame, "position"),
        value: values(frame, "value"),
        isPreliminary: codes(frame, "is_preliminary"),
      };
    });
  }

  get market() {
    return this.#keep("set_market", (frame) => ({
      week: codes(frame, "week"),
      position: codes(frame, "position"),
      stock: codes(frame, "stock"),
      /** -1 where they are not known. */
      newListings: codes(frame, "new_listings"),
      withdrawn: codes(frame, "withdrawn"),
      sold: codes(frame, "sold"),
      priced: codes(frame, "priced"),
      discounted: codes(frame, "discounted"),
      askWeek: codes(frame, "ask_week"),
      askPosition: codes(frame, "ask_position"),
      ask: values(frame, "ask"),
    }));
  }

  #keep<T>(set: (typeof SET_PAGES)[number], decode: (frame: ColumnFrame) => T): T {
    if (!this.#kept.has(set)) this.#kept.set(set, decode(new ColumnFrame(this.#pages, set)));
    return this.#kept.get(set) as T;
  }
}

export type SetPlaces = SetColumns["places"];
export type CutColumns = SetColumns["cuts"];
export type AgencyColumns = SetColumns["agencies"];
export type PriceColumns = SetColumns["prices"];

export type ListingColumns = ReturnType<typeof listingColumns>;

function listingColumns(frame: ColumnFrame) {
  return {
    // How many dwellings each place has, how many of them have a listing that counts, and the prices of those, by place.
    dwellings: codes(frame, "dwellings"),
    counted: codes(frame, "counted"),
    chosenPlace: codes(frame, "chosen_place"),
    chosenRank: codes(frame, "chosen_rank"),
    // Listings of dwellings in several places, those of a dwelling together and the most recently seen first.
    place: codes(frame, "place"),
    dwelling: codes(frame, "dwelling"),
    isCounted: codes(frame, "is_counted"),
    /** Place of the price in `prices`, which ascend; -1 for none. */
    priceRank: codes(frame, "price_rank"),
    prices: values(frame, "prices"),
  };
}

/** Whole numbers of a column, -1 for a missing one: always of one type, so that loops over them are compiled once. */
function codes(frame: ColumnFrame, name: string): Int32Array {
  const { raw, none, scale } = frame.numbers(name);
  const decoded = new Int32Array(raw.length);
  for (let i = 0; i < raw.length; i++) decoded[i] = raw[i] === none ? -1 : raw[i] / scale;
  return decoded;
}

/** Numbers of a column, NaN for a missing one. */
function values(frame: ColumnFrame, name: string): Float64Array {
  const column = frame.numbers(name);
  const decoded = new Float64Array(column.length);
  for (let i = 0; i < decoded.length; i++) decoded[i] = column.at(i);
  return decoded;
}

/** Where the rows of each group begin in a list that is ordered by group. */
function startsOf(groups: Int32Array, count: number): Int32Array {
  const starts = new Int32Array(count + 1);
  for (const group of groups) starts[group + 1]++;
  for (let i = 0; i < count; i++) starts[i + 1] += starts[i];
  return starts;
}

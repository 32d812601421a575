import { ColumnFrame } from "../../../engine/columns/column-frame.ts";
import type { PageStore } from "../../../engine/pages/page-store.ts";
import { type CamelCase, camelCase } from "../../../runtime/camel-case.ts";
import { remembered } from "../../../runtime/lazy.ts";

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

/** Columns of one snapshot for counting sets, decoded at first use and cached. */
export class SetColumns {
  readonly #pages: PageStore;
  readonly #cache = new Map<string, unknown>();

  constructor(pages: PageStore) {
    this.#pages = pages;
  }

  get places() {
    return this.#cached("set_places", (frame) =>
      codesOf(frame, "position state listed_region listed_place is_swept tracked_region tracked_place"),
    );
  }

  get listings(): ListingColumns {
    return this.#cached("set_listings", listingColumns);
  }

  get sold(): ListingColumns {
    return this.#cached("set_sold", listingColumns);
  }

  get cuts() {
    return this.#cached("set_cuts", (frame) => ({
      ...codesOf(frame, "chosen_place chosen_pct_rank chosen_value_rank"),
      // Both sorted ascending.
      ...valuesOf(frame, "drop_values pcts"),
      // Cuts of dwellings in several places.
      ...codesOf(frame, "place dwelling portal pct_rank"),
      ...valuesOf(frame, "drop_abs"),
    }));
  }

  get agencies() {
    return this.#cached("set_agencies", (frame) => {
      const texts = textsOf(frame, "source agency_id state_code names");
      const { agency, cutAgency, ...codes } = codesOf(
        frame,
        "agency address region place is_for_sale name recency cut_agency cut_address cut_place cut_window",
      );
      return {
        ...codes,
        ...valuesOf(frame, "price cut_pct cut_abs"),
        ...texts,
        /** Offsets of each agency's listings and cuts, with one more for the end. */
        starts: startsOf(agency, texts.source.length),
        cutStarts: startsOf(cutAgency, texts.source.length),
      };
    });
  }

  get index() {
    return this.#cached("set_index", (frame) => {
      const codes = codesOf(
        frame,
        "day withdrawn_then_relisted delisted_count rate_day rate_place active dropped median_day median_place first_day first_place",
      );
      const rate = Float64Array.from(codes.dropped, (count, i) => count / codes.active[i]);
      return { ...codes, ...valuesOf(frame, "median"), rate };
    });
  }

  get prices() {
    return this.#cached("set_prices", (frame) => {
      const { point, ...codes } = codesOf(frame, "period point position is_preliminary");
      return {
        ...codes,
        ...valuesOf(frame, "value"),
        ...textsOf(frame, "measure dwelling_type frequency"),
        starts: startsOf(point, codes.period.length),
      };
    });
  }

  get market() {
    return this.#cached("set_market", (frame) => ({
      // new_listings is -1 if unknown.
      ...codesOf(frame, "week position stock new_listings withdrawn sold priced discounted"),
      ...codesOf(frame, "ask_week ask_position"),
      ...valuesOf(frame, "ask"),
    }));
  }

  #cached<T>(set: (typeof SET_PAGES)[number], decode: (frame: ColumnFrame) => T): T {
    return remembered(this.#cache, set, () => decode(new ColumnFrame(this.#pages, set))) as T;
  }
}

export type SetPlaces = SetColumns["places"];
export type CutColumns = SetColumns["cuts"];
export type AgencyColumns = SetColumns["agencies"];
export type PriceColumns = SetColumns["prices"];

export type ListingColumns = ReturnType<typeof listingColumns>;

function listingColumns(frame: ColumnFrame) {
  return {
    // By place: number of dwellings and of those with a counted listing; then prices of the latter.
    ...codesOf(frame, "dwellings counted chosen_place chosen_rank"),
    // Listings of dwellings in several places, grouped by dwelling, most recently seen first. A rank is an
    // index in the ascending `prices`; -1 for none.
    ...codesOf(frame, "place dwelling is_counted price_rank"),
    ...valuesOf(frame, "prices"),
  };
}

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** Decodes columns whose names are given as one string; keys are in camel case. */
const columnsBy =
  <Column>(decode: (frame: ColumnFrame, name: string) => Column) =>
  <const Names extends string>(frame: ColumnFrame, names: Names) =>
    Object.fromEntries(names.split(" ").map((name) => [camelCase(name), decode(frame, name)])) as {
      readonly [Name in Words<Names> as CamelCase<Name>]: Column;
    };

const textsOf = columnsBy((frame, name) => frame.texts(name));

/** Integers, -1 for null. Always an Int32Array, so that loops over columns stay monomorphic. */
const codesOf = columnsBy((frame, name) => {
  const { raw, none, scale } = frame.numbers(name);
  const decoded = new Int32Array(raw.length);
  for (let i = 0; i < raw.length; i++) decoded[i] = raw[i] === none ? -1 : raw[i] / scale;
  return decoded;
});

/** Floats, NaN for null. */
const valuesOf = columnsBy((frame, name) => {
  const column = frame.numbers(name);
  const decoded = new Float64Array(column.length);
  for (let i = 0; i < decoded.length; i++) decoded[i] = column.at(i);
  return decoded;
});

/** Offsets of each group in a list that is sorted by group. */
function startsOf(groups: Int32Array, count: number): Int32Array {
  const starts = new Int32Array(count + 1);
  for (const group of groups) starts[group + 1]++;
  for (let i = 0; i < count; i++) starts[i + 1] += starts[i];
  return starts;
}

/** A set of suburbs as posted to the counting thread: one byte per element, 1 if it is in the set. */
export interface SetMembers {
  /** By suburb, in national order. */
  readonly members: Uint8Array;
  /** Like `members`, but all 0 if the set consists of whole states: then listings count by state alone. */
  readonly suburbs: Uint8Array;
  /** By state, in the order of STATES: whether the set has all of it. One more at the end for the country. */
  readonly states: Uint8Array;
}

/** By place: 1 if its suburb, or its whole state, is in the set. */
export function placesInSet({ position, state }: SetPlaces, { suburbs, states }: SetMembers): Uint8Array {
  const isIn = new Uint8Array(position.length);
  for (let place = 0; place < isIn.length; place++) {
    isIn[place] = states[state[place]] | (position[place] < 0 ? 0 : suburbs[position[place]]);
  }
  return isIn;
}

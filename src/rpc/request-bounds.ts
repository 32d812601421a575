import { type DescField, type DescMessage, type MessageShape, ScalarType } from "@bufbuild/protobuf";
import { MAX_SERIES_KEY } from "../dataset/tables/economy.ts";
import { invalidArgument } from "../runtime/errors.ts";
import { quoted } from "./request-rules.ts";

/** Most characters of a text, or of each entry of a list of texts. */
interface TextBound {
  readonly characters: number;
}

/** Most entries of a list; what they mean, and how many of them may differ, is for the rules of the method. */
interface ListBound {
  readonly entries: number;
}

const CODE: TextBound = { characters: 64 };
const KEY: TextBound = { characters: 128 };
const TEXT: TextBound = { characters: 400 };
const SERIES_KEY: TextBound = { characters: MAX_SERIES_KEY };
const LIST: ListBound = { entries: 256 };

/**
 * The size of every text and every list that a request can hold, by field name, or by message and field where one name
 * has two sizes. Who adds a field adds its line here: a test compares this table with the descriptors.
 */
export const REQUEST_BOUNDS: Readonly<Record<string, TextBound | ListBound | (TextBound & ListBound)>> = {
  address_key: TEXT,
  after_key: SERIES_KEY,
  article_id: CODE,
  as_of: CODE,
  base_series_key: SERIES_KEY,
  base_series_keys: { ...LIST, ...SERIES_KEY },
  before: CODE,
  chamber: CODE,
  chambers: { ...LIST, ...CODE },
  contains: TEXT,
  date: CODE,
  donor_contains: TEXT,
  donor_prefix: TEXT,
  dwelling_type: CODE,
  expressions: LIST,
  financial_year: CODE,
  financial_years: { ...LIST, ...CODE },
  from: CODE,
  grain: CODE,
  grain_key: CODE,
  group_by: LIST,
  histograms: LIST,
  holders: LIST,
  index_code: CODE,
  indexes: LIST,
  industries: { ...LIST, ...KEY },
  industry: KEY,
  item_nos: LIST,
  kinds: { ...LIST, ...CODE },
  labels: { ...LIST, ...KEY },
  measure: CODE,
  metric: SERIES_KEY,
  metric_key: KEY,
  metric_keys: { ...LIST, ...KEY },
  overlay_series_keys: { entries: 1000, ...SERIES_KEY },
  party_ab: CODE,
  party_abs: { ...LIST, ...CODE },
  party_group: TEXT,
  party_groups: { ...LIST, ...TEXT },
  politician_slug: KEY,
  period: CODE,
  period_type: CODE,
  predicates: LIST,
  product: SERIES_KEY,
  product_code: CODE,
  product_codes: { entries: 1000, ...CODE },
  query: TEXT,
  receipt_kinds: LIST,
  region_code: KEY,
  region_type: CODE,
  report_type: CODE,
  sal_code: CODE,
  sal_codes: { entries: 5_000, ...CODE },
  series_keys: { ...LIST, ...SERIES_KEY },
  sentiment: CODE,
  slug: TEXT,
  slug_a: KEY,
  slug_b: KEY,
  sort: CODE,
  source: CODE,
  state: CODE,
  state_code: CODE,
  state_codes: { ...LIST, ...CODE },
  stock_code: CODE,
  stock_codes: { ...LIST, ...CODE },
  to: CODE,
  topic: KEY,
  week_slug: CODE,
  weights: LIST,
};

/** What holds for a field that the table does not name, until it does. */
const UNNAMED = { ...LIST, ...KEY };

/** Bytes of a request: a filter of 256 conditions fits twice over, and reading it takes a few milliseconds. */
export const DEFAULT_REQUEST_BYTES = 64 * 1024;

/** Messages whose lists need more. */
export const LARGER_REQUESTS: Readonly<Record<string, number>> = {
  "terrace.v1.AggregateAgenciesRequest": 192 * 1024,
  "terrace.v1.AggregateDropsRequest": 192 * 1024,
  "terrace.v1.AggregatePricesRequest": 192 * 1024,
  "terrace.v1.CorrelateSeriesRequest": 320 * 1024,
};

/** Most bytes of a message, before and after decompression. */
export function requestByteLimit({ typeName }: DescMessage): number {
  return LARGER_REQUESTS[typeName] ?? DEFAULT_REQUEST_BYTES;
}

/** The bounds of a field; undefined for one that needs none, and for one that nobody has put into the table. */
export function fieldBounds(field: DescField): Partial<TextBound & ListBound> | undefined {
  return REQUEST_BOUNDS[`${field.parent.name}.${field.name}`] ?? REQUEST_BOUNDS[field.name];
}

type Values = Readonly<Record<string, unknown>>;

/** What is too large, and where; the path grows on the way out, so that a good request pays for none. */
interface Excess {
  readonly path: string;
  readonly what: string;
}

type Check = (value: unknown) => Excess | undefined;

const checks = new WeakMap<DescMessage, readonly Check[]>();

/** Refuses a request with a text or a list over its bound, before anything is done with it. */
export function checkRequestBounds<Desc extends DescMessage>(desc: Desc, message: MessageShape<Desc>): void {
  const excess = excessOf(checksOf(desc), message);
  if (excess !== undefined) throw invalidArgument(`${excess.path.slice(1)}: ${excess.what}`);
}

function checksOf(desc: DescMessage): readonly Check[] {
  let own = checks.get(desc);
  if (own === undefined) {
    own = desc.fields.map(checkOf).filter((check) => check !== undefined);
    checks.set(desc, own);
  }
  return own;
}

function excessOf(own: readonly Check[], message: unknown): Excess | undefined {
  for (let i = 0; i < own.length; i++) {
    const excess = own[i](message);
    if (excess !== undefined) return excess;
  }
  return undefined;
}

function checkOf(field: DescField): Check | undefined {
  const { characters, entries } = { ...UNNAMED, ...fieldBounds(field) };
  const inside = insideCheck(field, characters);
  const read = reader(field);
  const at = (excess: Excess | undefined, place: string) =>
    excess && { path: `.${field.name}${place}${excess.path}`, what: excess.what };
  if (field.fieldKind !== "list") {
    if (inside === undefined) return undefined;
    return (message) => {
      const value = read(message as Values);
      return value === undefined ? undefined : at(inside(value), "");
    };
  }
  return (message) => {
    const list = read(message as Values) as readonly unknown[];
    if (list.length > entries) {
      return at({ path: "", what: `${list.length} entries are too many; at most ${entries}` }, "");
    }
    if (inside === undefined) return undefined;
    for (let i = 0; i < list.length; i++) {
      const excess = inside(list[i]);
      if (excess !== undefined) return at(excess, `[${i}]`);
    }
    return undefined;
  };
}

/** The check of one value; undefined for numbers and booleans, which are bounded by nature. */
function insideCheck(field: DescField, characters: number): Check | undefined {
  const { message, scalar } = field;
  if (message !== undefined) {
    // Looked up when first needed: a message may hold others of its own kind.
    let own: readonly Check[] | undefined;
    return (value) => {
      own ??= checksOf(message);
      return excessOf(own, value);
    };
  }
  if (scalar !== ScalarType.STRING && scalar !== ScalarType.BYTES) return undefined;
  return (value) => {
    const { length } = value as string;
    if (length <= characters) return undefined;
    const shown = typeof value === "string" ? `${quoted(value)} has ${length} characters` : `${length} bytes`;
    return { path: "", what: `${shown}; at most ${characters} are allowed` };
  };
}

function reader({ localName, oneof }: DescField): (message: Values) => unknown {
  if (oneof === undefined) return (message) => message[localName];
  return (message) => {
    const member = message[oneof.localName] as { readonly case?: string; readonly value?: unknown };
    return member.case === localName ? member.value : undefined;
  };
}

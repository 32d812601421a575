import { formatCount, formatShare, formatValue } from "../parts/format.ts";
import { namesOf, stateName } from "./addresses.ts";
import type { Rank } from "./page-model.ts";
import type { Site } from "./site.ts";

/** A sentence and the keys of its metrics, all of which the suburb has. */
interface Sentence {
  readonly text: string;
  readonly keys: readonly string[];
}

const MOST = 4;

/** Metrics by which a suburb may be remarkable; only those with mostly distinct values. */
const REMARKABLE: readonly (readonly [key: string, words: string])[] = [
  ["price", "median house price"],
  ["income", "median household income"],
  ["age", "median age"],
  ["median_weekly_rent", "median rent"],
  ["pct_bachelor_or_higher", "share of people with a bachelor degree or higher"],
  ["pct_rented", "share of rented homes"],
  ["pct_owned_outright", "share of homes owned outright"],
  ["pct_separate_house", "share of separate houses"],
  ["pct_flat_apartment", "share of flats"],
  ["pct_couple_with_children", "share of couples with children"],
  ["pct_lone_person_household", "share of people who live alone"],
  ["unemployment_rate", "unemployment rate"],
  ["labour_force_participation_rate", "share of people in the labour force"],
  ["born_overseas", "share of residents born overseas"],
  ["pct_no_motor_vehicle", "share of homes without a car"],
];

/** Up to four sentences about a suburb, from its own figures. */
export function sentencesOf(site: Site, position: number): Sentence[] {
  const sentences: Sentence[] = [];
  const used = new Set<string>();
  for (const say of [residents, remarkable, money, homes, age, place, bushfire, remoteness]) {
    const sentence = sentences.length < MOST ? say(site, position, used) : undefined;
    if (sentence === undefined) continue;
    sentences.push(sentence);
    for (const key of sentence.keys) used.add(key);
  }
  return sentences;
}

/** Makes a sentence; it must not repeat metrics in `used`. */
type Say = (site: Site, position: number, used: ReadonlySet<string>) => Sentence | undefined;

const residents: Say = (site, position) => {
  const count = site.valueOf("population", position);
  if (count === undefined) return undefined;
  const { name } = namesOf(site.index.salNames[position]);
  const state = stateName(site.index.stateCodes[position]);
  const council = site.index.councils[position];
  const where = `${council && `, in the area of ${council}`}, ${state}`;
  const rank = site.ranks("population")?.inState(position);
  const keys = ["population"];
  if (count === 0) return { keys, text: `Nobody lived in ${name}${where}, at the census.` };
  const people = count === 1 ? "one resident" : `${formatCount(count)} residents`;
  const placed = rank === undefined ? "" : `: ${placeWords(rank, "most populous")} of the state`;
  return { keys, text: `${name}${where}, has ${people}${placed}.` };
};

const remarkable: Say = (site, position) => {
  const state = stateName(site.index.stateCodes[position]);
  let best: { key: string; share: number; text: string } | undefined;
  for (const [key, label] of REMARKABLE) {
    const figure = site.figure(key, position);
    const rank = figure?.inState;
    // A shared rank is not remarkable, nor one among few.
    if (figure === undefined || rank === undefined || rank.same > 1 || rank.of < 20) continue;
    const low = { ...rank, place: rank.of - rank.place + 1 };
    const isHigh = rank.place <= low.place;
    const share = (isHigh ? rank : low).place / rank.of;
    if (best !== undefined && share >= best.share) continue;
    const words = placeWords(isHigh ? rank : low, isHigh ? "highest" : "lowest");
    best = { key, share, text: `Its ${label}, ${figure.text}, is ${words} in ${state}.` };
  }
  return best && { text: best.text, keys: [best.key] };
};

const money: Say = (site, position, used) => {
  const income = site.valueOf("income", position);
  const middle = site.metrics.get("income")?.quantiles?.p50;
  if (income === undefined || middle === undefined || middle <= 0) return undefined;
  const rent = used.has("median_weekly_rent") ? undefined : site.valueOf("median_weekly_rent", position);
  const money = (value: number) => formatValue(value, "AUD/week");
  const more = income / middle - 1;
  const compared =
    Math.abs(more) < 0.02
      ? "about the same as"
      : `${Math.round(Math.abs(more) * 100)} % ${more > 0 ? "more" : "less"} than`;
  const paid = rent === undefined ? "" : `, and the median rent is ${money(rent)}`;
  return {
    keys: ["income", ...(rent === undefined ? [] : ["median_weekly_rent"])],
    text: `${used.has("income") ? "That is" : `The median household income is ${money(income)},`} ${compared} in the median suburb of Australia (${money(middle)})${paid}.`,
  };
};

const homes: Say = (site, position, used) => {
  const kinds = [
    { key: "pct_separate_house", name: "separate houses" },
    { key: "pct_flat_apartment", name: "flats" },
    { key: "pct_rented", name: "rented" },
  ].map((kind) => ({ ...kind, value: site.valueOf(kind.key, position) ?? Number.NaN }));
  if (kinds.some(({ value }) => Number.isNaN(value))) return undefined;
  const rest = kinds.filter(({ key }) => !used.has(key));
  const [rented] = rest.filter(({ key }) => key === "pct_rented");
  const built = rest.filter((one) => one !== rented).sort((a, b) => b.value - a.value);
  const share = ({ value }: { value: number }) => formatShare(value / 100);
  const of = built.map((one, i) => `${share(one)} ${i === 0 ? "are " : ""}${one.name}`).join(" and ");
  const paid = rented && `${built.length > 1 ? ";" : " and"} ${share(rented)} are rented`;
  return { keys: rest.map(({ key }) => key), text: `Of its homes ${of}${paid ?? ""}.` };
};

const age: Say = (site, position, used) => {
  const value = used.has("age") ? undefined : site.valueOf("age", position);
  const middle = site.metrics.get("age")?.quantiles?.p50;
  if (value === undefined || middle === undefined) return undefined;
  const years = (of: number) => formatValue(of, "years");
  const text = `The median age is ${years(value)}; in the median suburb of Australia it is ${years(middle)}.`;
  return { keys: ["age"], text };
};

const place: Say = (site, position) => {
  const [coast, train] = ["distance_to_coast", "nearest_train"].map((key) => site.figure(key, position));
  if (coast === undefined) return undefined;
  const station = train && ` and ${train.text} from the nearest railway station`;
  return {
    keys: ["distance_to_coast", ...(train ? ["nearest_train"] : [])],
    text: `It is ${coast.text} from the coast${station ?? ""}.`,
  };
};

const bushfire: Say = (site, position) => {
  const value = site.valueOf("bushfire_prone_share_pct", position);
  if (value === undefined) return undefined;
  const share = value === 0 ? "None" : formatShare(value / 100);
  return {
    keys: ["bushfire_prone_share_pct"],
    text: `${share} of its area is mapped as bushfire prone land.`,
  };
};

const remoteness: Say = (site, position) => {
  const label = site.column("remoteness")?.labelAt(position);
  return label === undefined
    ? undefined
    : { keys: ["remoteness"], text: `Its remoteness area (ABS) is “${label}”.` };
};

/** "the 3rd highest of 4,012 suburbs"; "the highest of 4,012 suburbs". */
function placeWords({ place, same, of }: Rank, most: string): string {
  const nth = place === 1 ? "" : `${formatCount(place)}${suffixOf(place)} `;
  return `${same > 1 ? "jointly " : ""}the ${nth}${most} of ${formatCount(of)} suburbs`;
}

function suffixOf(place: number): string {
  if (place % 100 >= 11 && place % 100 <= 13) return "th";
  return ["th", "st", "nd", "rd"][place % 10] ?? "th";
}

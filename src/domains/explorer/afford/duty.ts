import type { StateCode } from "../../../dataset/states.ts";
import {
  type Buyer,
  GENERAL_SCALES,
  type PropertyType,
  RELIEFS,
  type Relief,
  type ReliefRule,
  type Scale,
} from "./duty-schedules.ts";

export interface Purchase {
  readonly state: StateCode;
  readonly buyer: Buyer;
  readonly property: PropertyType;
  /** Date of contract, YYYY-MM-DD. */
  readonly date: string;
}

/** Duty by value, for a kind of purchase. */
export type DutyRule = NonNullable<ReturnType<typeof dutyRule>>;

/** The rule for a purchase; undefined before the first date for which all of it is known. */
export function dutyRule(purchase: Purchase) {
  if (purchase.date < knownFrom(purchase)) return undefined;
  const general = newest(
    GENERAL_SCALES.filter(({ state }) => state === purchase.state),
    purchase.date,
  )!;
  const reliefs = [
    newest(reliefsOf(purchase, "owner_occupier"), purchase.date),
    newest(reliefsOf(purchase, "first_home"), purchase.date),
  ].filter((rule) => rule !== undefined);
  const parts = [general, ...reliefs];
  const dutyOf = reliefs.reduce(
    (before, { relief }) =>
      (value: number) =>
        relieved(relief, value, before),
    (value: number) => scaleDuty(general.scale, value),
  );
  return {
    /** First day of the newest schedule in use. */
    from: parts
      .map(({ from }) => from)
      .sort()
      .at(-1)!,
    /** Whether all figures were read on a page of the revenue office or government. */
    isFromOffice: parts.every(({ readAt }) => readAt === "office"),
    /** Values at which the duty may drop, ascending; between them it never does. */
    bounds: [...new Set([general.scale, ...reliefs.map(({ relief }) => relief)].flatMap(boundsOf))].sort(
      (a, b) => a - b,
    ),
    // Rounded to cents.
    dutyOf: (value: number) => Math.round(dutyOf(value) * 100) / 100,
  };
}

/** First day for which the schedules cover everything that such a purchase pays. */
export function knownFrom(purchase: Omit<Purchase, "date">): string {
  const general = GENERAL_SCALES.filter(({ state }) => state === purchase.state);
  const firsts = [general, reliefsOf(purchase, "owner_occupier"), reliefsOf(purchase, "first_home")]
    .filter((rules) => rules.length > 0)
    .map((rules) => rules.map(({ from }) => from).sort()[0]);
  return firsts.sort().at(-1)!;
}

/** Reliefs of one kind for the buyer; first-home buyers also get owner-occupier reliefs. */
function reliefsOf(
  { state, buyer, property }: Omit<Purchase, "date">,
  kind: ReliefRule["buyer"],
): ReliefRule[] {
  const isTheirs = buyer === "first_home" || buyer === kind;
  return RELIEFS.filter(
    (rule) =>
      isTheirs &&
      rule.state === state &&
      rule.buyer === kind &&
      (rule.properties === undefined || rule.properties.includes(property)),
  );
}

function newest<Rule extends { from: string; until?: string }>(
  rules: readonly Rule[],
  date: string,
): Rule | undefined {
  return rules
    .filter(({ from, until }) => from <= date && (until === undefined || date <= until))
    .sort((a, b) => (a.from < b.from ? 1 : -1))[0];
}

function scaleDuty({ step, least = 0, brackets }: Scale, value: number): number {
  if (value <= 0) return 0;
  const [over, base, rate, square = 0] = brackets.findLast(([bound]) => value > bound)!;
  if (base === "whole") return (value * rate) / 100 + square * (value / 1000) ** 2;
  const excess = value - over;
  const counted = step === undefined ? excess : Math.ceil(excess / step) * step;
  return Math.max(least, base + (counted * rate) / 100);
}

function relieved(relief: Relief, value: number, dutyOf: (value: number) => number): number {
  const duty = dutyOf(value);
  if ("minus" in relief) {
    const amount = relief.minus.find(([under]) => value < under)?.[1] ?? 0;
    return Math.max(0, duty - amount);
  }
  if ("freeTo" in relief) {
    const { freeTo, fullFrom, taper } = relief;
    if (value <= freeTo) return 0;
    if (value >= fullFrom) return duty;
    const left = (fullFrom - value) / (fullFrom - freeTo);
    if (taper === "share") return duty * (1 - left);
    return taper === "dollars" ? Math.round(duty) - Math.ceil(duty * left) : duty - dutyOf(freeTo) * left;
  }
  if (relief.upTo !== undefined && value > relief.upTo) return duty;
  return "share" in relief ? duty * relief.share : Math.min(duty, scaleDuty(relief.scale, value));
}

function boundsOf(rule: Scale | Relief): readonly number[] {
  if ("brackets" in rule) return rule.brackets.map(([over]) => Math.ceil(over));
  if ("minus" in rule) return rule.minus.map(([under]) => under - 1).filter(Number.isFinite);
  if ("freeTo" in rule) return [rule.freeTo, rule.fullFrom];
  const upTo = rule.upTo === undefined ? [] : [rule.upTo];
  return "scale" in rule ? [...upTo, ...boundsOf(rule.scale)] : upTo;
}

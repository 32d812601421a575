import type { SnapshotView } from "../../../engine/view.ts";
import { roundedTo } from "../../../runtime/decimals.ts";
import { FIGURES, type Figures, figureText, type Rule, type Strategy } from "./strategy.ts";
import { type Candidate, universeOf } from "./universe.ts";

export const STATUSES = ["triggered", "setup", "watch"] as const;
type Status = (typeof STATUSES)[number];

export type Result = ReturnType<typeof resultOf>;
export type Pick = ReturnType<typeof picksOf>[number];

export function fitOf({ rules }: Strategy, candidate: Candidate) {
  const results = rules.map((rule) => resultOf(rule, candidate.figures));
  const weight = ({ role }: Rule) => (role === "further" ? 1 : 2);
  const sum = (some: readonly Rule[]) => some.reduce((total, rule) => total + weight(rule), 0);
  const passed = rules.filter((_, i) => results[i].status === "pass");
  const score = roundedTo((sum(passed) / sum(rules)) * 100, 2);
  return { candidate, results, status: statusOf(rules, passed), score };
}

function statusOf(rules: readonly Rule[], passed: readonly Rule[]): Status | "none" {
  const core = rules.filter(({ role }) => role !== "further");
  const missing = core.filter((rule) => !passed.includes(rule));
  if (missing.length === 0) return "triggered";
  if (missing.every(({ role }) => role === "trigger")) return "setup";
  const isPromising = passed.length * 2 >= rules.length && missing.length * 2 <= core.length;
  return isPromising ? "watch" : "none";
}

/** A missing figure leaves a rule unknown, unless another of its figures fails it. */
function resultOf({ id, when }: Rule, figures: Figures) {
  const outcomes = when.map(({ figure, atLeast = -Infinity, atMost = Infinity }) => {
    const value = figures[figure];
    return Number.isNaN(value) ? "unknown" : value >= atLeast && value <= atMost ? "pass" : "fail";
  });
  const status = (["fail", "unknown"] as const).find((one) => outcomes.includes(one)) ?? "pass";
  const detail = when.map(({ figure }) => {
    const value = figures[figure];
    return `${FIGURES[figure][0]} ${Number.isNaN(value) ? "unknown" : figureText(figure, value)}`;
  });
  // NaN if unknown.
  return { ruleId: id, status, detail: detail.join("; "), value: figures[when[0].figure] };
}

/** The picks of a strategy in its own order; cached per snapshot. */
export function picksOf(view: SnapshotView, strategy: Strategy) {
  return view.derived(`strategy-picks-${strategy.id}`, () => {
    const fits = universeOf(view)
      .map((candidate) => fitOf(strategy, candidate))
      .filter(({ status }) => status !== "none");
    const group = ({ status }: (typeof fits)[number]) => STATUSES.indexOf(status as Status);
    // Candidates are by code, and the sort is stable.
    fits.sort((a, b) => group(a) - group(b) || b.score - a.score);
    return fits.map((fit, i) => ({ ...fit, rank: i + 1 }));
  });
}

/** Other orders of picks: by which figure, in which direction. */
export const SORTS = {
  revenue_yoy: [({ figures }: Candidate) => figures.revenueGrowth, -1],
  eps_yoy: [({ figures }: Candidate) => figures.earningsGrowth, -1],
  roe: [({ figures }: Candidate) => figures.returnOnEquity, -1],
  net_margin: [({ figures }: Candidate) => figures.netMargin, -1],
  fcf_margin: [({ figures }: Candidate) => figures.cashMargin, -1],
  pe: [({ figures }: Candidate) => figures.priceToEarnings, 1],
  market_cap: [({ marketCap }: Candidate) => marketCap, -1],
} as const;

export type SortBy = keyof typeof SORTS;

/** Growth outside this range is a change of the company, not of its business, and sorts after the rest. */
const GROWTH_RANGE = [-95, 500] as const;

export function sortedPicks(picks: readonly Pick[], by: SortBy): Pick[] {
  const [figureOf, direction] = SORTS[by];
  const group = (value: number) => {
    if (Number.isNaN(value)) return 2;
    const isGrowth = by === "revenue_yoy" || by === "eps_yoy";
    return isGrowth && (value < GROWTH_RANGE[0] || value > GROWTH_RANGE[1]) ? 1 : 0;
  };
  return picks.toSorted((a, b) => {
    const [x, y] = [figureOf(a.candidate), figureOf(b.candidate)];
    return group(x) - group(y) || (Number.isNaN(x) ? 0 : direction * (x - y)) || a.rank - b.rank;
  });
}

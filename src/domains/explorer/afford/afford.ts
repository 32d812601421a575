import type { StateCode } from "../../../dataset/states.ts";
import type { DutyRule } from "./duty.ts";

/** From so many times a year's income on a loan counts as high against it. */
const MOST_TIMES_INCOME = 6;
/** Up to this share of the price lenders usually ask for no insurance. */
export const UNINSURED_PERCENT = 80;
/** How far a rate may move in what repayments are shown for. */
const RATE_MOVES = [-3, -2, -1, 0, 1, 2, 3];

/** Figures of a household and of a loan; amounts in dollars, rates in percent a year. */
export interface Household {
  readonly annualIncome: number;
  readonly deposit: number;
  readonly monthlyDebts: number;
  readonly termYears: number;
  readonly bufferPercent: number;
  readonly incomeSharePercent: number;
  readonly maxLoanToValuePercent: number;
  readonly costs: number;
}

export interface Capacity {
  /** In whole dollars. */
  readonly loan: number;
  readonly limitedBy: "repayments" | "debtToIncome";
}

/** What one state's duty leaves. */
export interface Affordability {
  readonly state: StateCode;
  readonly highestPrice: number;
  readonly duty: number;
  readonly loan: number;
  readonly limitedBy: Capacity["limitedBy"] | "deposit";
}

/** The monthly repayment of a loan. */
export function repayment(loan: number, annualPercent: number, months: number): number {
  return loan / worthOfOne(annualPercent, months);
}

/** Repayments at rates around one, those below 0 left out. */
export function repaymentsAround(loan: number, annualPercent: number, termYears: number) {
  return RATE_MOVES.map((move) => annualPercent + move)
    .filter((rate) => rate >= 0)
    .map((rate) => ({
      annualRatePercent: rounded(rate, 6),
      monthly: rounded(repayment(loan, rate, termYears * 12), 2),
    }));
}

/** The largest loan that the income carries at the assessed rate. */
export function capacityOf(household: Household, assessedPercent: number): Capacity {
  const { annualIncome, incomeSharePercent, monthlyDebts, termYears } = household;
  const monthly = Math.max(0, ((annualIncome / 12) * incomeSharePercent) / 100 - monthlyDebts);
  const carried = Math.floor(monthly * worthOfOne(assessedPercent, termYears * 12));
  const most = Math.floor(MOST_TIMES_INCOME * annualIncome);
  return carried <= most
    ? { loan: carried, limitedBy: "repayments" }
    : { loan: most, limitedBy: "debtToIncome" };
}

/** The highest price in whole dollars that loan and deposit pay, with duty and costs. */
export function highestPrice(
  state: StateCode,
  household: Household,
  capacity: Capacity,
  { dutyOf, bounds }: Pick<DutyRule, "dutyOf" | "bounds">,
): Affordability {
  const { deposit, costs, maxLoanToValuePercent } = household;
  const loanFor = (price: number) => Math.max(0, price + dutyOf(price) + costs - deposit);
  const isSecured = (price: number) => loanFor(price) <= (price * maxLoanToValuePercent) / 100;
  const isPaid = (price: number) => loanFor(price) <= capacity.loan && isSecured(price);
  const price = largestOf(isPaid, [0, ...bounds, Math.floor(deposit + capacity.loan)]);
  if (price === 0) return { state, highestPrice: 0, duty: 0, loan: 0, limitedBy: "deposit" };
  const loan = rounded(loanFor(price), 2);
  return {
    state,
    highestPrice: price,
    duty: dutyOf(price),
    loan,
    limitedBy: isSecured(price + 1) ? capacity.limitedBy : "deposit",
  };
}

/**
 * The largest whole number up to the last bound that passes, or 0. Between two bounds a price that passes is below all
 * that do not; at a bound the duty may fall by some dollars, so the stretches are tried from the highest down.
 */
function largestOf(passes: (price: number) => boolean, bounds: readonly number[]): number {
  const most = bounds.at(-1)!;
  const ends = [...new Set(bounds.filter((bound) => bound <= most))].sort((a, b) => b - a);
  for (let i = 0; i + 1 < ends.length; i++) {
    let low = ends[i + 1] + 1;
    let high = ends[i];
    if (!passes(low)) continue;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (passes(middle)) low = middle;
      else high = middle - 1;
    }
    return low;
  }
  return 0;
}

/** The loan that one dollar a month repays. */
function worthOfOne(annualPercent: number, months: number): number {
  const rate = annualPercent / 1200;
  return rate === 0 ? months : (1 - (1 + rate) ** -months) / rate;
}

function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

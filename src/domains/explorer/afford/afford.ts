import type { StateCode } from "../../../dataset/states.ts";
import { AffordLimit } from "../../../gen/terrace/v1/explorer_pb.ts";
import type { DutyRule } from "./duty.ts";

/** Loans are capped at this multiple of annual income; from there on the ratio counts as high. */
const MAX_TIMES_INCOME = 6;
/** Up to this share of the price, lenders usually require no mortgage insurance. */
export const UNINSURED_PERCENT = 80;
/** Rate changes for which repayments are shown, in percentage points. */
const RATE_MOVES = [-3, -2, -1, 0, 1, 2, 3];

/** A household and its loan terms; amounts in dollars, rates in percent a year. */
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

interface Capacity {
  /** Whole dollars. */
  readonly loan: number;
  readonly limitedBy: AffordLimit;
}

export interface Affordability {
  readonly state: StateCode;
  readonly highestPrice: number;
  readonly duty: number;
  readonly loan: number;
  readonly limitedBy: AffordLimit;
}

export function repayment(loan: number, annualPercent: number, months: number): number {
  return loan / presentValueOfOne(annualPercent, months);
}

/** Repayments at rates around the given one; negative rates are left out. */
export function repaymentsAround(loan: number, annualPercent: number, termYears: number) {
  return RATE_MOVES.map((move) => annualPercent + move)
    .filter((rate) => rate >= 0)
    .map((rate) => ({
      annualRatePercent: rounded(rate, 6),
      monthly: rounded(repayment(loan, rate, termYears * 12), 2),
    }));
}

/** The largest loan that the income supports at the assessed rate. */
export function capacityOf(household: Household, assessedPercent: number): Capacity {
  const { annualIncome, incomeSharePercent, monthlyDebts, termYears } = household;
  const monthly = Math.max(0, ((annualIncome / 12) * incomeSharePercent) / 100 - monthlyDebts);
  const carried = Math.floor(monthly * presentValueOfOne(assessedPercent, termYears * 12));
  const most = Math.floor(MAX_TIMES_INCOME * annualIncome);
  return carried <= most
    ? { loan: carried, limitedBy: AffordLimit.REPAYMENTS }
    : { loan: most, limitedBy: AffordLimit.DEBT_TO_INCOME };
}

/** The highest price, in whole dollars, that loan and deposit cover together with duty and costs. */
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
  if (price === 0) return { state, highestPrice: 0, duty: 0, loan: 0, limitedBy: AffordLimit.DEPOSIT };
  const loan = rounded(loanFor(price), 2);
  return {
    state,
    highestPrice: price,
    duty: dutyOf(price),
    loan,
    limitedBy: isSecured(price + 1) ? capacity.limitedBy : AffordLimit.DEPOSIT,
  };
}

/**
 * The largest whole number up to the last bound that passes, or 0. Between bounds `passes` turns false once;
 * at a bound the duty may drop by some dollars, so segments are searched from the highest down.
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

/** Present value of repaying one dollar a month. */
function presentValueOfOne(annualPercent: number, months: number): number {
  const rate = annualPercent / 1200;
  return rate === 0 ? months : (1 - (1 + rate) ** -months) / rate;
}

function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

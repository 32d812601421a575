/** Affordability by brute force: tries every dollar and repays loans month by month. */
export interface PlainHousehold {
  readonly income: number;
  readonly deposit: number;
  readonly debts: number;
  readonly years: number;
  readonly ratePercent: number;
  readonly buffer: number;
  readonly share: number;
  readonly mostLoanToValue: number;
  readonly costs: number;
}

/** Balance of a loan after all repayments. */
export function leftAfter(loan: number, ratePercent: number, months: number, monthly: number): number {
  let left = loan;
  for (let month = 0; month < months; month++) left += (left * ratePercent) / 1200 - monthly;
  return left;
}

/** The largest whole loan that the income repays in time, at most six incomes. */
export function plainCapacity(one: PlainHousehold): number {
  const monthly = ((one.income / 12) * one.share) / 100 - one.debts;
  if (monthly <= 0) return 0;
  let low = 0;
  let high = Math.floor(6 * one.income);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (leftAfter(middle, one.ratePercent + one.buffer, one.years * 12, monthly) <= 0) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The highest affordable price, found by trying every whole dollar from the highest possible one down. */
export function plainHighestPrice(
  one: PlainHousehold,
  capacity: number,
  dutyOf: (price: number) => number,
): number {
  for (let price = Math.floor(one.deposit + capacity); price > 0; price--) {
    const loan = Math.max(0, price + dutyOf(price) + one.costs - one.deposit);
    if (loan <= capacity && loan <= (price * one.mostLoanToValue) / 100) return price;
  }
  return 0;
}

/** Buyers: name in the address, and label. The order is that of the API's enum, from 1. */
export const BUYERS = [
  ["owner", "To live in"],
  ["investor", "To let"],
  ["first", "A first home"],
] as const;

/** Properties as stamp duty distinguishes them, in the order of the API's enum, from 1. */
export const PROPERTIES = [
  ["existing", "An existing home"],
  ["new", "A new home"],
  ["land", "Land to build on"],
  ["package", "House and land"],
] as const;

/** Dwellings: name, label, and the metric with their median price. */
export const DWELLINGS = [
  ["house", "House", "price"],
  ["unit", "Unit", "price_units"],
] as const;

/** What a reader types to learn what they can pay; amounts in dollars. */
export interface Household {
  readonly income: number;
  readonly deposit: number;
  /** Monthly repayments of other debts. */
  readonly debts: number;
  /** Percent a year; undefined means the newest variable rate of the data. */
  readonly rate: number | undefined;
  readonly buyer: (typeof BUYERS)[number][0];
  readonly property: (typeof PROPERTIES)[number][0];
  readonly dwelling: (typeof DWELLINGS)[number][0];
}

/** Initial values: about a couple's income, and a fifth of a price that it can repay. */
export const USUAL: Household = {
  income: 150_000,
  deposit: 150_000,
  debts: 0,
  rate: undefined,
  buyer: "owner",
  property: "existing",
  dwelling: "house",
};

export const MAX_AMOUNT = 1_000_000_000;
export const MAX_RATE = 30;

/** Serialises to `150000,150000,0,,owner,existing,house`. */
export function writeHousehold(household: Household): string {
  const { income, deposit, debts, rate, buyer, property, dwelling } = household;
  return [income, deposit, debts, rate ?? "", buyer, property, dwelling].join(",");
}

/** Parses writeHousehold's format; invalid parts become those of USUAL. */
export function readHousehold(text: string): Household {
  const [income, deposit, debts, rate, buyer, property, dwelling] = text.split(",");
  const amount = (given: string | undefined, usual: number) => within(given, MAX_AMOUNT) ?? usual;
  return {
    income: amount(income, USUAL.income),
    deposit: amount(deposit, USUAL.deposit),
    debts: amount(debts, USUAL.debts),
    rate: within(rate, MAX_RATE),
    buyer: BUYERS.find(([name]) => name === buyer)?.[0] ?? USUAL.buyer,
    property: PROPERTIES.find(([name]) => name === property)?.[0] ?? USUAL.property,
    dwelling: DWELLINGS.find(([name]) => name === dwelling)?.[0] ?? USUAL.dwelling,
  };
}

function within(text: string | undefined, most: number): number | undefined {
  const value = text === undefined || text === "" ? Number.NaN : Number(text);
  return value >= 0 && value <= most ? value : undefined;
}

/** Request of Afford; the answer has every state. */
export function affordRequest({ income, deposit, debts, rate, buyer, property }: Household) {
  return {
    annualIncome: income,
    deposit,
    monthlyDebts: debts,
    ...(rate === undefined ? {} : { annualRatePercent: rate }),
    buyer: (BUYERS.findIndex(([name]) => name === buyer) + 1) as 1 | 2 | 3,
    propertyType: (PROPERTIES.findIndex(([name]) => name === property) + 1) as 1 | 2 | 3 | 4,
    k: 1,
  };
}

/** Key of the median price that is compared with what the household can pay. */
export function priceKey({ dwelling }: Household): string {
  return DWELLINGS.find(([name]) => name === dwelling)![2];
}

export function monthlyRepayment(loan: number, ratePercent: number, years: number): number {
  const [rate, months] = [ratePercent / 1200, years * 12];
  return rate === 0 ? loan / months : (loan * rate) / (1 - (1 + rate) ** -months);
}

/** Annual rate in percent at which a loan has a monthly repayment; undefined if none from 0 to 30 has. */
export function rateOfRepayment(loan: number, monthly: number, years: number): number | undefined {
  let [low, high] = [0, 30];
  if (monthlyRepayment(loan, low, years) > monthly || monthlyRepayment(loan, high, years) < monthly)
    return undefined;
  while (high - low > 0.001) {
    const middle = (low + high) / 2;
    if (monthlyRepayment(loan, middle, years) > monthly) high = middle;
    else low = middle;
  }
  return low;
}

import { NATIONAL_SCOPE, STATE_CODES, type StateCode } from "../../../dataset/states.ts";
import { type AffordRequest, HomeBuyer, HomeProperty } from "../../../gen/terrace/v1/explorer_pb.ts";
import { invalidArgument } from "../../../runtime/errors.ts";
import { dateOfDay } from "../../../runtime/time/calendar-date.ts";
import { optionalDay } from "../../listings/rules.ts";
import { requireExpression } from "../expression-rules.ts";
import { rankedCount, scopeCode } from "../rules.ts";
import { UNINSURED_PERCENT } from "./afford.ts";
import { knownFrom, type Purchase } from "./duty.ts";
import type { Buyer, PropertyType } from "./duty-schedules.ts";

const MAX_AMOUNT = 1_000_000_000;

const BUYERS: Readonly<Record<HomeBuyer, Buyer>> = {
  [HomeBuyer.UNSPECIFIED]: "owner_occupier",
  [HomeBuyer.OWNER_OCCUPIER]: "owner_occupier",
  [HomeBuyer.INVESTOR]: "investor",
  [HomeBuyer.FIRST_HOME]: "first_home",
};
const PROPERTIES: Readonly<Record<HomeProperty, PropertyType>> = {
  [HomeProperty.UNSPECIFIED]: "existing",
  [HomeProperty.EXISTING]: "existing",
  [HomeProperty.NEW]: "new",
  [HomeProperty.LAND]: "land",
  [HomeProperty.HOUSE_LAND_PACKAGE]: "house_land_package",
};

export type AffordQuery = ReturnType<typeof affordQuery>;

/** One purchase per state of the scope, in suburb order; no rate means the newest published one. */
export function affordQuery(request: AffordRequest, todayDay: number) {
  const scope = scopeCode(request.stateCode);
  const buyer = known(BUYERS[request.buyer], "buyer", request.buyer);
  const property = known(PROPERTIES[request.propertyType], "property_type", request.propertyType);
  const date = dateOfDay(optionalDay(request.contractDate, "contract_date") ?? todayDay);
  const states = scope === NATIONAL_SCOPE ? STATE_CODES : [scope as StateCode];
  const rate = request.annualRatePercent;
  return {
    scope,
    buyer,
    date,
    filter: requireExpression(request.filter),
    household: {
      annualIncome: within(request.annualIncome, "annual_income", MAX_AMOUNT),
      deposit: within(request.deposit, "deposit", MAX_AMOUNT),
      monthlyDebts: within(request.monthlyDebts, "monthly_debts", MAX_AMOUNT),
      termYears: within(request.termYears, "term_years", 40) || 30,
      bufferPercent: within(request.bufferPercent ?? 3, "buffer_percent", 10),
      incomeSharePercent: within(request.incomeSharePercent, "income_share_percent", 100) || 40,
      maxLoanToValuePercent:
        within(request.maxLoanToValuePercent, "max_loan_to_value_percent", 95) || UNINSURED_PERCENT,
      costs: within(request.costs ?? 3000, "costs", MAX_AMOUNT),
    },
    annualRatePercent: rate === undefined ? undefined : within(rate, "annual_rate_percent", 30),
    purchases: states.map((state) => requireKnown({ state, buyer, property, date })),
    k: rankedCount(request.k),
  };
}

function requireKnown(purchase: Purchase): Purchase {
  const first = knownFrom(purchase);
  if (purchase.date >= first) return purchase;
  throw invalidArgument(
    `contract_date: ${purchase.date} is before ${first}, from when on the duty of ${purchase.state} is known`,
  );
}

function within(value: number, field: string, most: number): number {
  // Also rejects NaN; adding 0 turns -0 into 0.
  if (value >= 0 && value <= most) return value + 0;
  throw invalidArgument(`${field}: ${value} is not within 0 to ${most}`);
}

function known<T>(value: T | undefined, field: string, given: number): T {
  if (value !== undefined) return value;
  throw invalidArgument(`${field}: ${given} is not a number of the list`);
}

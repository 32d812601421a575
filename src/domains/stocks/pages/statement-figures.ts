/** Which figures of a period belong to which statement. */
export const INCOME_STATEMENT = [
  "revenue",
  "gross_profit",
  "operating_income",
  "ebitda",
  "normalized_ebitda",
  "ebit",
  "interest_expense",
  "net_interest_income",
  "pretax_income",
  "tax_provision",
  "net_income",
  "eps_basic",
  "eps_diluted",
] as const;

export const BALANCE_SHEET = [
  "total_assets",
  "total_liabilities",
  "total_equity",
  "cash_and_equivalents",
  "total_debt",
  "capital_lease_obligations",
  "net_debt",
  "current_assets",
  "current_liabilities",
  "shares_outstanding",
] as const;

export const CASH_FLOW = [
  "operating_cash_flow",
  "free_cash_flow",
  "capital_expenditure",
  "dividends_paid",
  "share_buybacks",
] as const;

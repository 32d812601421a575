import { absSource, type SourceFacts } from "../source-licence.ts";

const PRECEDENCE = 60;

function absSeries(id: string, catalogue: string, title: string): SourceFacts {
  return absSource(id, `${title} (${catalogue})`, PRECEDENCE);
}

/** Sources of the bureau's time series by catalogue number. */
export const ABS_CATALOGUES: ReadonlyMap<string, SourceFacts> = new Map([
  ["6432.0", absSeries("abs-dwelling-values", "6432.0", "Total Value of Dwellings")],
  ["6416.0", absSeries("abs-rppi", "6416.0", "Residential Property Price Indexes")],
  ["6401.0", absSeries("abs-cpi", "6401.0", "Consumer Price Index")],
  ["6202.0", absSeries("abs-labour-force", "6202.0", "Labour Force")],
  ["6345.0", absSeries("abs-wage-price-index", "6345.0", "Wage Price Index")],
  ["3101.0", absSeries("abs-population", "3101.0", "National, state and territory population")],
  [
    "5206.0",
    absSeries(
      "abs-national-accounts",
      "5206.0",
      "National Accounts: National Income, Expenditure and Product",
    ),
  ],
  ["5601.0", absSeries("abs-lending", "5601.0", "Lending Indicators")],
  ["6302.0", absSeries("abs-weekly-earnings", "6302.0", "Average Weekly Earnings")],
  ["8731.0", absSeries("abs-building-approvals", "8731.0", "Building Approvals")],
]);

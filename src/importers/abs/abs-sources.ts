import { absSource, type SourceFacts } from "../source-licence.ts";

const PRECEDENCE = 60;

export const ABS_CATALOGUES: ReadonlyMap<string, SourceFacts> = new Map(
  (
    [
      ["6432.0", "abs-dwelling-values", "Total Value of Dwellings"],
      ["6416.0", "abs-rppi", "Residential Property Price Indexes"],
      ["6401.0", "abs-cpi", "Consumer Price Index"],
      ["6202.0", "abs-labour-force", "Labour Force"],
      ["6345.0", "abs-wage-price-index", "Wage Price Index"],
      ["3101.0", "abs-population", "National, state and territory population"],
      ["5206.0", "abs-national-accounts", "National Accounts: National Income, Expenditure and Product"],
      ["5601.0", "abs-lending", "Lending Indicators"],
      ["6302.0", "abs-weekly-earnings", "Average Weekly Earnings"],
      ["8731.0", "abs-building-approvals", "Building Approvals"],
    ] as const
  ).map(([catalogue, id, title]) => [catalogue, absSource(id, `${title} (${catalogue})`, PRECEDENCE)]),
);

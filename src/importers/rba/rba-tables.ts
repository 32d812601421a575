import { sourceFacts } from "../source-licence.ts";

export type RbaTable = ReturnType<typeof rbaTable>;

/** `announced` rows hold until the next one; of `daily` rows the last of each month counts. */
type Dates = "monthly" | "quarterly" | "daily" | "announced";

function rbaTable(id: string, topic: string, dates: Dates, title: string) {
  return {
    id,
    topic,
    dates,
    source: sourceFacts({
      id: `rba-${id.toLowerCase().replace(".", "-")}`,
      publisher: "Reserve Bank of Australia",
      title: `Statistical table ${id}: ${title}`,
      url: "https://www.rba.gov.au/statistics/tables/",
      precedence: 55,
    }),
  };
}

export const RBA_TABLES: readonly RbaTable[] = [
  rbaTable("A2", "rates", "announced", "Changes in monetary policy and administered rates"),
  rbaTable("D1", "credit", "monthly", "Growth in selected financial aggregates"),
  rbaTable("D2", "credit", "monthly", "Lending and credit aggregates"),
  rbaTable("E1", "households", "quarterly", "Household and business balance sheets"),
  rbaTable("E2", "households", "quarterly", "Household finances, selected ratios"),
  rbaTable("F1", "rates", "daily", "Interest rates and yields, money market, daily"),
  rbaTable("F1.1", "rates", "monthly", "Interest rates and yields, money market, monthly"),
  rbaTable("F2", "yields", "daily", "Capital market yields, government bonds, daily"),
  rbaTable("F2.1", "yields", "monthly", "Capital market yields, government bonds, monthly"),
  rbaTable("F4", "rates", "monthly", "Retail deposit and investment rates"),
  rbaTable("F5", "rates", "monthly", "Indicator lending rates"),
  rbaTable("F6", "rates", "monthly", "Housing lending rates"),
  rbaTable("F11", "exchange", "monthly", "Exchange rates, monthly"),
  rbaTable("F11.1", "exchange", "daily", "Exchange rates, daily"),
  rbaTable("G1", "cpi", "quarterly", "Consumer price inflation"),
];

/** Series that the RBA reprints from others (the exchange, brokers), which its licence does not cover. */
export const RBA_THIRD_PARTY = sourceFacts({
  id: "rba-third-party",
  publisher: "Reserve Bank of Australia, for third parties",
  title: "Series of other owners in the bank's statistical tables",
  licence: "third-party",
  licenceClass: "unstated",
  attribution: "Source: Reserve Bank of Australia; third-party data",
  url: "https://www.rba.gov.au/statistics/tables/",
  precedence: 55,
});

/** True if all owners in the Source row publish openly: RBA, ABS, APRA and the like. */
export function isOpenOwner(source: string): boolean {
  const owners = source.split(/[;,/]/).map((owner) => owner.trim().toLowerCase());
  return owners.every((owner) => ["rba", "abs", "apra", "aofm", "securitisation system"].includes(owner));
}

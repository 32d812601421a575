import type { ComponentChildren } from "preact";
import type { politicians, stocks } from "../data/services.ts";
import { formatCount, formatDay, formatMoney, formatNumber, formatPercent } from "./format.ts";
import { type Column, To } from "./section.tsx";

/** Figures and columns that screens and server-rendered pages share. */

export type Stock = Awaited<ReturnType<typeof stocks.getStock>>;
export type Member = Awaited<ReturnType<typeof politicians.getPolitician>>;
type Interest = Member["interests"][number];

/** Census shares to draw: metric key, label, and field of the profile. */
export const CENSUS_SHARES = [
  ["pct_owned_outright", "Owned outright", "pctOwnedOutright"],
  ["pct_owned_mortgage", "Owned with a mortgage", "pctOwnedMortgage"],
  ["pct_rented", "Rented", "pctRented"],
  ["pct_separate_house", "Separate houses", "pctSeparateHouse"],
  ["pct_flat_apartment", "Flats and apartments", "pctFlatApartment"],
  ["pct_couple_with_children", "Couples with children", "pctCoupleWithChildren"],
  ["pct_lone_person_household", "Lone-person households", "pctLonePersonHousehold"],
  ["pct_bachelor_or_higher", "Bachelor degree or higher", "pctBachelorOrHigher"],
] as const;

export function Security({ code, name }: { code: string; name: string }) {
  return (
    <a href={`/stocks/${code}`}>
      <strong>{code}</strong> {name}
    </a>
  );
}

/** Figures of a security that are known (above 0), and its short position always. */
export function stockFigures(stock: Stock) {
  const { percentageShorted: share, reportedShortPositions: shares, daysToCover, marketCap } = stock;
  const all = [
    { key: "short_share", label: "Sold short, share of shares on issue", value: share },
    { key: "short_shares", label: "Shares sold short", value: shares, format: formatCount },
    { key: "market_value", label: "Market value", value: marketCap, format: inShort },
    { key: "days_to_cover", label: "Days to cover", value: daysToCover, format: formatNumber },
  ];
  return all
    .filter(({ key, value }) => key === "short_share" || value > 0)
    .map(({ format = formatPercent, ...figure }) => ({ ...figure, text: format(figure.value) }));
}

const inShort = (value: number) => formatMoney(value, true);

/** Cents as lodged, in whole dollars. Undeclared amounts are absent in the data, never 0. */
export const dollars = (cents: bigint) => formatMoney(Number(cents) / 100);

export const PERIODS = ["1M", "3M", "6M", "1Y", "2Y", "5Y", "MAX"] as const;

export function seatOf({ politician }: Member) {
  const { party = "", division, stateCode = "", chamber = "" } = politician ?? {};
  return {
    party,
    seat: division || stateCode,
    house: { house: "House of Representatives", senate: "Senate" }[chamber] ?? "parliament",
  };
}

/** Labels of RegisterHolder, by enum number. */
const HOLDERS = ["not said", "the member", "spouse or partner", "dependent children"];

/** Columns of declared interests, worded as in the statement; `suburbLink` renders a named suburb. */
export function interestColumns(
  suburbLink: (code: string, name: string) => ComponentChildren,
): readonly Column<Interest>[] {
  return [
    ["Declared, verbatim", ({ declaredText }) => <bdi>{declaredText}</bdi>],
    ["Under", ({ itemLabel }) => itemLabel],
    ["Held by", ({ holder }) => HOLDERS[holder] ?? HOLDERS[0]],
    [
      "Company or place",
      ({ stockCode, companyName, salCode, suburbName }) =>
        stockCode !== "" ? (
          <To path={`/stocks/${encodeURIComponent(stockCode)}`}>{`${stockCode} ${companyName}`}</To>
        ) : (
          salCode !== "" && suburbLink(salCode, suburbName)
        ),
    ],
    [
      "Declared from",
      ({ declaredFrom, declaredFromKnown }) =>
        declaredFromKnown ? formatDay(declaredFrom) : <span class="is-unknown">no date</span>,
    ],
    [
      "Until",
      ({ currentlyDeclared, declaredTo }) => (currentlyDeclared ? "still declared" : formatDay(declaredTo)),
    ],
  ];
}

import type { ComponentChildren } from "preact";
import type { politicians, stocks } from "../data/services.ts";
import { formatCount, formatDay, formatMoney, formatNumber, formatPercent } from "./format.ts";
import { type Column, To } from "./section.tsx";

/** What screens and rendered pages say alike of suburbs, securities and members of parliament. */

export type Stock = Awaited<ReturnType<typeof stocks.getStock>>;
export type Member = Awaited<ReturnType<typeof politicians.getPolitician>>;
type Interest = Member["interests"][number];

/** Shares of the census that are drawn: their metrics, and their names in a profile. */
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

/** A security with a link to its screen. */
export function Security({ code, name }: { code: string; name: string }) {
  return (
    <a href={`/stocks/${code}`}>
      <strong>{code}</strong> {name}
    </a>
  );
}

/** The figures of a security that are known. */
export function stockFigures(stock: Stock) {
  const { percentageShorted: share, reportedShortPositions: shares, daysToCover, marketCap } = stock;
  const all = [
    { key: "short_share", label: "Sold short, share of the shares on issue", value: share },
    { key: "short_shares", label: "Shares sold short", value: shares, format: formatCount },
    { key: "market_value", label: "Market value", value: marketCap, format: inShort },
    { key: "days_to_cover", label: "Days to cover", value: daysToCover, format: formatNumber },
  ];
  return all
    .filter(({ key, value }) => key === "short_share" || value > 0)
    .map(({ format = formatPercent, ...figure }) => ({ ...figure, text: format(figure.value) }));
}

const inShort = (value: number) => formatMoney(value, true);

/** Cents as lodged, in whole dollars; an amount that was not declared is absent and never shown as 0. */
export const dollars = (cents: bigint) => formatMoney(Number(cents) / 100);

/** Windows of the history of a security. */
export const PERIODS = ["1M", "3M", "6M", "1Y", "2Y", "5Y", "MAX"] as const;

/** Where a member sits, and for whom. */
export function seatOf({ politician }: Member) {
  const { party = "", division, stateCode = "", chamber = "" } = politician ?? {};
  return {
    party,
    seat: division || stateCode,
    house: { house: "House of Representatives", senate: "Senate" }[chamber] ?? "parliament",
  };
}

/** Words for RegisterHolder. */
const HOLDERS = ["not said", "the member", "spouse or partner", "dependent children"];

/** What a member declares, in the words of the statement, with a link to the suburb that it names. */
export function interestColumns(
  suburbLink: (code: string, name: string) => ComponentChildren,
): readonly Column<Interest>[] {
  return [
    ["Declared, word for word", ({ declaredText }) => <bdi>{declaredText}</bdi>],
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

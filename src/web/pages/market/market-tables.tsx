import { useSignal } from "@preact/signals";
import { allOf, metricsOf, type WhereExpression } from "terrace/client";
import { Answer, Shown, useRequest, Waiting } from "../../data/ask.tsx";
import { countryNow, useColumns } from "../../data/country.ts";
import { terrace } from "../../data/terrace.ts";
import { Rows } from "../../parts/cite.tsx";
import { Choice, set } from "../../parts/controls.tsx";
import { formatCount, formatDay, formatMoney, formatShare } from "../../parts/format.ts";
import { AddressLink, Named, SuburbLink } from "../../parts/links.tsx";
import { AnswerRows } from "../../parts/listings.tsx";
import { known } from "../../parts/section.tsx";
import { filterOf, whereText } from "../../view/view-state.ts";

/** Returns a predicate of suburb codes that match conditions; undefined until their columns are loaded. */
function useMatching(where: readonly WhereExpression[]): ((code: string) => boolean) | undefined {
  const now = countryNow();
  const keys = [...new Set(where.flatMap((one) => metricsOf(one)))];
  useColumns(keys);
  if (where.length === 0) return () => true;
  if (now === undefined || !keys.every((key) => now.frame.has(key))) return undefined;
  const words = now.frame.match(allOf([...where]));
  return (code) => {
    const position = now.frame.index.positionOf(code);
    return position >= 0 && ((words[position >>> 5] >>> (position & 31)) & 1) === 1;
  };
}

interface TableProps {
  /** State code, or AU. */
  readonly scope: string;
  readonly where: readonly WhereExpression[];
}

/** The listing methods take "" for the country. */
const stateOf = (scope: string) => (scope === "AU" ? "" : scope);
const MAX_SHOWN = 50;
/** As many as the server ranks: of these, those that match are shown. */
const MAX_RANKED = 500;

/** States with a smaller share of suburbs swept in the last 14 days are listed last: not ranked. */
const WELL_SWEPT = 0.6;

const countOf = (count: number, all: number) => `${formatCount(count)} of ${formatCount(all)}`;

/** A price; 0 means none. */
const price = (value: number) => known(value, formatMoney, value > 0);

export function StateOverview() {
  return (
    <Answer of={terrace.housing.getPriceDropsOverview} to={{}} what="the states">
      {(answer) => {
        if (answer.withheld) return <p class="empty">Listings are withheld at the moment.</p>;
        const swept = (row: (typeof answer.states)[number]) =>
          row.suburbsSwept14d / Math.max(1, row.catalogSuburbs);
        const rows = answer.states.toSorted(
          (a, b) =>
            Number(swept(b) >= WELL_SWEPT) - Number(swept(a) >= WELL_SWEPT) ||
            b.droppedShare - a.droppedShare,
        );
        return (
          <>
            <Rows
              rows={answer.national === undefined ? rows : [answer.national, ...rows]}
              none="There are no listings."
              columns={[
                [
                  "State",
                  (row) =>
                    row.stateCode === "AU" || swept(row) >= WELL_SWEPT ? (
                      row.stateCode
                    ) : (
                      <Named note="thinly swept, not ranked">{row.stateCode}</Named>
                    ),
                ],
                ["Share cut", (row) => formatShare(row.droppedShare), "number"],
                ["Median cut", (row) => formatShare(row.medianDropPct), "number"],
                ["Cut", (row) => formatCount(row.droppedCount), "number"],
                ["Taken off", (row) => formatMoney(row.droppedValue, true), "number"],
                ["For sale", (row) => formatCount(row.forSaleCount), "number"],
                ["Median asking", (row) => price(row.medianAsking), "number"],
                ["Median sold", (row) => price(row.medianSold), "number"],
                ["Suburbs swept", (row) => countOf(row.suburbsSwept14d, row.catalogSuburbs), "number"],
              ]}
            />
            <p class="chart-note">Seen through {formatDay(answer.dataThrough)}.</p>
          </>
        );
      }}
    </Answer>
  );
}

export function SuburbDrops({ scope, where }: TableProps) {
  const isFiltered = where.length > 0;
  const request = { stateCode: stateOf(scope), limit: isFiltered ? MAX_RANKED : MAX_SHOWN };
  const matches = useMatching(where);
  if (matches === undefined) return <Waiting what="the columns of the filter" />;
  return (
    <AnswerRows
      of={terrace.housing.listSuburbPriceDrops}
      to={request}
      what="the suburbs"
      above={({ suburbs }) =>
        isFiltered && (
          <p class="chart-note">
            Those that match your filter, of the {formatCount(suburbs.length)} with the most cuts in{" "}
            {scope === "AU" ? "Australia" : scope}.
          </p>
        )
      }
      rows={({ suburbs }) => suburbs.filter(({ salCode }) => matches(salCode)).slice(0, MAX_SHOWN)}
      none="No suburb here had a cut in this period."
      columns={[
        ["Suburb", (row) => <SuburbLink {...row} />],
        ["Cut", (row) => countOf(row.droppedListingCount, row.totalActiveListings), "number"],
        ["Share", (row) => formatShare(row.droppedShare), "number"],
        ["Median cut", (row) => formatShare(row.medianDropPct), "number"],
        ["Largest", (row) => formatMoney(row.maxDropAbs, true), "number"],
        ["Median asking", (row) => price(row.medianAsking), "number"],
      ]}
    />
  );
}

export function AddressDrops({ scope, isFiltered }: { scope: string; isFiltered: boolean }) {
  const windowDays = useSignal(30);
  const request = { stateCode: stateOf(scope), windowDays: windowDays.value, limit: MAX_SHOWN };
  return (
    <>
      <label class="small">
        Within{" "}
        <Choice
          value={windowDays.value}
          options={[7, 30, 90].map((days) => [days, `${days} days`])}
          onPick={(days) => set(windowDays, days)}
        />
      </label>
      {isFiltered && (
        <p class="chart-note">
          Addresses of {scope === "AU" ? "the whole country" : scope}: listings have no suburb code, so your
          filter does not apply to them.
        </p>
      )}
      <AnswerRows
        of={terrace.housing.listAddressPriceDrops}
        to={request}
        what="the addresses"
        rows={({ addresses }) => addresses}
        none="No address here had a cut in this period."
        columns={[
          ["Address", (row) => <AddressLink {...row} />],
          ["First", (row) => formatMoney(row.firstPrice), "number"],
          ["Now", (row) => formatMoney(row.currentPrice), "number"],
          ["Cut", (row) => `${formatMoney(row.dropAbs, true)} (${formatShare(row.dropPct)})`, "number"],
          ["Agency", (row) => row.agencyName],
          ["Seen", (row) => formatDay(row.lastObservedAt)],
        ]}
      />
    </>
  );
}

type Agency = Awaited<ReturnType<typeof terrace.housing.listAgencyPriceStats>>["agencies"][number];

export function AgencyStats({ scope, where }: TableProps) {
  const asked = useRequest(
    async (signal): Promise<{ readonly agencies: readonly Agency[] }> =>
      where.length === 0
        ? terrace.housing.listAgencyPriceStats({ stateCode: stateOf(scope), limit: MAX_SHOWN }, { signal })
        : terrace.explorer.aggregateAgencies(
            { stateCode: scope, ...filterOf({ where }), limit: MAX_SHOWN },
            { signal },
          ),
    [scope, whereText({ where })],
  );
  return (
    <Shown asked={asked} what="the agencies">
      {({ agencies }) => (
        <Rows
          rows={agencies}
          none="No agencies have listings here."
          columns={[
            ["Agency", (row) => <Named note={row.stateCode}>{row.agencyName}</Named>],
            ["Listings", (row) => formatCount(row.activeListings), "number"],
            ["Median asking", (row) => price(row.medianAsking), "number"],
            ["Cut", (row) => formatCount(row.droppedCount), "number"],
            ["Average cut", (row) => (row.droppedCount === 0 ? "–" : formatShare(row.avgDropPct)), "number"],
            ["Taken off", (row) => formatMoney(row.totalDropValue, true), "number"],
            ["Suburbs", (row) => formatCount(row.suburbsCovered), "number"],
          ]}
        />
      )}
    </Shown>
  );
}

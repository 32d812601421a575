import { useSignal } from "@preact/signals";
import { LineChart } from "../../charts/line-chart.tsx";
import { Answer, Shown, useRequest } from "../../data/ask.tsx";
import { terrace } from "../../data/terrace.ts";
import type { EmbedPart } from "../../keep/embed-body.tsx";
import { Press, set } from "../../parts/controls.tsx";
import { formatMoney, formatMonth, secondsOf } from "../../parts/format.ts";
import { PublishedByIds } from "../../parts/published-by.tsx";

const MEASURES = { median_price: "Median house price", mean_price: "Mean dwelling price" } as const;

const REGION_TYPES: Readonly<Record<string, string>> = {
  national: "country",
  state: "state",
  gccsa: "capital city",
  rest_of_state: "rest of the state",
  suburb: "suburb",
  lga: "council",
};

/** Regions by name; the country and its states before anything is typed. */
async function findRegions(query: string, signal: AbortSignal) {
  if (query.trim() !== "")
    return (await terrace.housing.listHousingRegions({ query, limit: 12 }, { signal })).regions;
  const answers = await Promise.all(
    ["national", "state"].map((regionType) =>
      terrace.housing.listHousingRegions({ regionType, limit: 12 }, { signal }),
    ),
  );
  return answers.flatMap(({ regions }) => regions);
}

interface PriceLineProps {
  readonly series: Awaited<ReturnType<typeof terrace.housing.getHousePriceSeries>>;
  readonly measure: keyof typeof MEASURES;
  readonly embed?: EmbedPart;
}

export function PriceLine({ series: { points, regionName }, measure, embed }: PriceLineProps) {
  const label = MEASURES[measure];
  return (
    <LineChart
      label={`${label}, ${regionName}`}
      times={points.map(({ period }) => secondsOf(period))}
      lines={[{ label, values: points.map(({ value }) => value) }]}
      format={(value) => formatMoney(value, true)}
      formatTime={formatMonth}
      embed={embed}
    />
  );
}

export function RegionPrices() {
  const query = useSignal("");
  const region = useSignal({ code: "AUS", name: "Australia", type: "national" });
  const found = useRequest((signal) => findRegions(query.value, signal), [query.value]);
  const measure =
    region.value.type === "suburb" || region.value.type === "lga" ? "median_price" : "mean_price";
  return (
    <div class="two">
      <div>
        <input
          type="search"
          aria-label="Find a region"
          placeholder="Find a region"
          value={query.value}
          onChange={(event) => set(query, event.currentTarget.value)}
        />
        <Shown asked={found} what="regions">
          {(regions) => (
            <div class="series-list">
              {regions.map((one) => (
                <Press
                  key={one.regionCode}
                  aria-pressed={one.regionCode === region.value.code}
                  onClick={() =>
                    set(region, { code: one.regionCode, name: one.regionName, type: one.regionType })
                  }
                >
                  {one.regionName}{" "}
                  <span class="muted small">
                    {REGION_TYPES[one.regionType] ?? one.regionType}
                    {one.regionType !== "state" && one.regionType !== "national" && ` · ${one.stateCode}`}
                  </span>
                  <br />
                  {one.latestValue > 0 && (
                    <span class="small">
                      {formatMoney(one.latestValue)}, {formatMonth(one.latestPeriod)}
                    </span>
                  )}
                </Press>
              ))}
              {regions.length === 0 && <p class="empty">No region matches.</p>}
            </div>
          )}
        </Shown>
      </div>
      <Answer
        of={terrace.housing.getHousePriceSeries}
        to={{ regionCode: region.value.code, measure }}
        what="the prices"
      >
        {(value) =>
          value.points.length === 0 ? (
            <p class="empty">
              No {MEASURES[measure].toLowerCase()} is published for {region.value.name}.
            </p>
          ) : (
            <div>
              <h2>
                {MEASURES[measure]}, {value.regionName}
              </h2>
              <PriceLine series={value} measure={measure} />
              <PublishedByIds ids={[value.source]} />
            </div>
          )
        }
      </Answer>
    </div>
  );
}

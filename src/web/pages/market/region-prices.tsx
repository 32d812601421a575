import { useSignal } from "@preact/signals";
import { LineChart } from "../../charts/line-chart.tsx";
import { Shown, useAsked } from "../../data/ask.tsx";
import { dateOf, secondsOf } from "../../data/stamps.ts";
import { terrace } from "../../data/terrace.ts";
import { formatMoney, formatMonth } from "../../parts/format.ts";

/** Prices of any region that has them: find it, see its line. */
export function RegionPrices() {
  const query = useSignal("");
  const region = useSignal({ code: "AUS", name: "Australia", type: "national" });
  const found = useAsked(
    (signal) => terrace.housing.listHousingRegions({ query: query.value, limit: 12 }, { signal }),
    [query.value],
  );
  const measure =
    region.value.type === "suburb" || region.value.type === "lga" ? "median_price" : "mean_price";
  const series = useAsked(
    (signal) => terrace.housing.getHousePriceSeries({ regionCode: region.value.code, measure }, { signal }),
    [region.value.code],
  );
  return (
    <div class="two">
      <div>
        <input
          type="search"
          aria-label="Find a region"
          placeholder="Find a region"
          value={query.value}
          onChange={(event) => {
            query.value = event.currentTarget.value;
          }}
        />
        <Shown asked={found} what="regions">
          {({ regions }) => (
            <div class="series-list">
              {regions.map((one) => (
                <button
                  key={one.regionCode}
                  type="button"
                  aria-pressed={one.regionCode === region.value.code}
                  onClick={() => {
                    region.value = { code: one.regionCode, name: one.regionName, type: one.regionType };
                  }}
                >
                  {one.regionName}{" "}
                  <span class="muted small">
                    {one.regionType} {one.stateCode}
                  </span>
                  <br />
                  <span class="small">
                    {one.latestValue > 0
                      ? `${formatMoney(one.latestValue)}, ${formatMonth(dateOf(one.latestPeriod))}`
                      : "no data"}
                  </span>
                </button>
              ))}
              {regions.length === 0 && <p class="empty">No region has this name.</p>}
            </div>
          )}
        </Shown>
      </div>
      <Shown asked={series} what="the prices">
        {(value) =>
          value.points.length === 0 ? (
            <p class="empty">
              No {measure.replace("_", " ")} is published for {region.value.name}.
            </p>
          ) : (
            <div>
              <h3>{value.regionName}</h3>
              <LineChart
                label={`${measure.replace("_", " ")}, ${value.regionName}`}
                times={value.points.map(({ period }) => secondsOf(period))}
                lines={[
                  { label: measure.replace("_", " "), values: value.points.map((point) => point.value) },
                ]}
                format={(number) => formatMoney(number, true)}
                formatTime={formatMonth}
              />
              <p class="chart-note">
                {value.source} · {value.sourceLicence} · {value.unit}
              </p>
            </div>
          )
        }
      </Shown>
    </div>
  );
}

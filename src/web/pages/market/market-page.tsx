import { useSignal } from "@preact/signals";
import { DropIndex } from "../../charts/drop-index.tsx";
import { Shown, useAsked } from "../../data/ask.tsx";
import { country } from "../../data/country.ts";
import { terrace } from "../../data/terrace.ts";
import { findSuburbs } from "../../parts/search-box.tsx";
import { AddressDrops, AgencyStats, StateOverview, SuburbDrops } from "./market-tables.tsx";
import { RegionPrices } from "./region-prices.tsx";

const STATES = ["NSW", "VIC", "QLD", "WA", "SA", "TAS", "ACT", "NT"];
const TABS = [
  ["states", "States"],
  ["suburbs", "Suburbs"],
  ["addresses", "Addresses"],
  ["agencies", "Agencies"],
  ["prices", "Prices"],
] as const;

/** How much of what is advertised was cut, where, by whom; and prices of regions. */
export function MarketPage() {
  const place = useSignal<{ grain: string; key: string; name: string }>({
    grain: "national",
    key: "AU",
    name: "Australia",
  });
  const tab = useSignal<(typeof TABS)[number][0]>("states");
  const series = useAsked(
    (signal) =>
      terrace.housing.getDropIndexSeries({ grain: place.value.grain, grainKey: place.value.key }, { signal }),
    [place.value.grain, place.value.key],
  );
  const state = place.value.grain === "state" ? place.value.key : "";
  const pick = (grain: string, key: string, name: string) => {
    place.value = { grain, key, name };
  };
  return (
    <article class="page">
      <header>
        <h1>Market</h1>
      </header>
      <div class="controls">
        <div class="segments" role="group" aria-label="Where">
          <button
            type="button"
            aria-pressed={place.value.grain === "national"}
            onClick={() => pick("national", "AU", "Australia")}
          >
            Australia
          </button>
          {STATES.map((code) => (
            <button
              key={code}
              type="button"
              aria-pressed={place.value.key === code}
              onClick={() => pick("state", code, code)}
            >
              {code}
            </button>
          ))}
        </div>
        <SuburbField
          onPick={(code, name) => pick("suburb", code, name)}
          name={place.value.grain === "suburb" ? place.value.name : ""}
        />
      </div>
      <section class="card wide">
        <h2>Discounting index, {place.value.name}</h2>
        <Shown asked={series} what="the index">
          {(value) => (
            <DropIndex
              series={value}
              label={`Share of advertised homes cut within 30 days, ${place.value.name}`}
            />
          )}
        </Shown>
      </section>
      <div class="tabs" role="tablist" aria-label="Tables">
        {TABS.map(([name, title]) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={tab.value === name}
            onClick={() => {
              tab.value = name;
            }}
          >
            {title}
          </button>
        ))}
      </div>
      <section class="card" role="tabpanel" aria-label={TABS.find(([name]) => name === tab.value)?.[1]}>
        {tab.value === "states" && <StateOverview />}
        {tab.value === "suburbs" && <SuburbDrops state={state} />}
        {tab.value === "addresses" && <AddressDrops state={state} />}
        {tab.value === "agencies" && <AgencyStats state={state} />}
        {tab.value === "prices" && <RegionPrices />}
      </section>
    </article>
  );
}

function SuburbField({ name, onPick }: { name: string; onPick: (code: string, name: string) => void }) {
  const text = useSignal("");
  const found = findSuburbs(text.value, 6);
  const index = country.value?.frame.index;
  return (
    <div class="search">
      <input
        type="search"
        aria-label="Index of a suburb"
        placeholder={name || "or a suburb…"}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
      />
      {text.value !== "" && index !== undefined && (
        <ul class="search-list">
          {found.map((position) => (
            <li key={position}>
              <button
                type="button"
                class="quiet"
                onClick={() => {
                  text.value = "";
                  onPick(index.salCodes[position], index.salNames[position]);
                }}
              >
                {index.salNames[position]} {index.stateCodes[position]}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

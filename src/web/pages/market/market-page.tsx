import { SetIndex, SuburbIndex } from "../../charts/place-index.tsx";
import { country, whereMetrics } from "../../data/country.ts";
import { isHeldKnown } from "../../data/holdings.ts";
import { Press } from "../../parts/controls.tsx";
import { Absent, holdsSubject, Page, PageWait } from "../../parts/page.tsx";
import { SuburbField } from "../../parts/search/search-box.tsx";
import { Section } from "../../parts/section.tsx";
import { stayAt } from "../../view/navigate.ts";
import { TabBar } from "../../view/tabs.tsx";
import { address, defaultView, STATE_CODES, view, whereText, writeView } from "../../view/view-state.ts";
import { type MarketPlace, placeUrl, readPlace } from "./market-place.ts";
import { AddressDrops, AgencyStats, StateOverview, SuburbDrops } from "./market-tables.tsx";
import { RegionPrices } from "./region-prices.tsx";

const TABS = [
  ["states", "States"],
  ["suburbs", "Suburbs"],
  ["addresses", "Addresses"],
  ["agencies", "Agencies"],
  ["prices", "Prices"],
] as const;

/** Market screen; without listings in the data, only the prices of regions. */
export function View() {
  if (!isHeldKnown.value) return <PageWait />;
  if (holdsSubject("listings")) return <ListedMarket />;
  return (
    <Page title="Market">
      {holdsSubject("prices") ? (
        <section class="card" aria-label="Prices">
          <RegionPrices />
        </section>
      ) : (
        <Absent of="prices" />
      )}
      <Absent of="listings" />
    </Page>
  );
}

/** Price cuts by place, address and agency, and prices of regions. The address names the place. */
function ListedMarket() {
  const place = readPlace(address.value.query, whereMetrics.value);
  const index = country.value?.frame.index;
  const position = place.suburb === "" ? -1 : (index?.positionOf(place.suburb) ?? -1);
  const suburbName = position < 0 ? place.suburb : index!.salNames[position];
  const tab =
    TABS.find(([name]) => name === place.tab)?.[0] ?? (place.where.length > 0 ? "suburbs" : "states");
  // The tables of a suburb are those of its state.
  const scope = position < 0 ? place.scope : index!.stateCodes[position];
  const name =
    place.suburb !== ""
      ? suburbName
      : place.where.length > 0
        ? `your filter${place.scope === "AU" ? "" : ` in ${place.scope}`}`
        : place.scope === "AU"
          ? "Australia"
          : place.scope;
  const go = (change: Partial<MarketPlace>) =>
    stayAt(placeUrl({ scope: "AU", where: [], suburb: "", tab: place.tab, ...change }));
  const label = `Share of advertised homes cut within 30 days, ${name}`;
  return (
    <Page title="Market">
      <div class="controls">
        <PlaceButtons place={place} go={go} />
        <SuburbField
          label="Index of a suburb"
          prompt={(place.suburb !== "" && suburbName) || "or a suburb…"}
          onPick={(code) => go({ suburb: code })}
        />
      </div>
      <Section title={`Discounting index, ${name}`} kind="card wide">
        {place.where.length > 0 && place.suburb === "" && <FilterLine place={place} />}
        {place.badWhere !== undefined && (
          <p class="error" role="alert">
            {place.badWhere.text}: {place.badWhere.problem}
          </p>
        )}
        {place.suburb === "" ? (
          <SetIndex scope={place.scope} where={place.where} label={label} />
        ) : (
          <SuburbIndex code={place.suburb} label={label} />
        )}
      </Section>
      <TabBar
        tabs={TABS}
        label="Tables"
        open={tab}
        onOpen={(key) => stayAt(placeUrl({ ...place, tab: key }))}
      />
      <section class="card" role="tabpanel" aria-label={TABS.find(([key]) => key === tab)?.[1]}>
        {tab === "states" && <StateOverview />}
        {tab === "suburbs" && <SuburbDrops scope={scope} where={place.where} />}
        {tab === "addresses" && <AddressDrops scope={scope} isFiltered={place.where.length > 0} />}
        {tab === "agencies" && <AgencyStats scope={scope} where={place.where} />}
        {tab === "prices" && (holdsSubject("prices") ? <RegionPrices /> : <Absent of="prices" />)}
      </section>
    </Page>
  );
}

interface PlaceProps {
  readonly place: MarketPlace;
  readonly go: (change: Partial<MarketPlace>) => void;
}

/** Buttons for the country, the states and the conditions set on the map. */
function PlaceButtons({ place, go }: PlaceProps) {
  const isScope = place.suburb === "" && place.where.length === 0;
  const filter = place.where.length > 0 ? place : view.value;
  return (
    <div class="segments" role="group" aria-label="Where">
      {["AU", ...STATE_CODES].map((code) => (
        <Press key={code} aria-pressed={isScope && place.scope === code} onClick={() => go({ scope: code })}>
          {code === "AU" ? "Australia" : code}
        </Press>
      ))}
      <Press
        disabled={filter.where.length === 0}
        title={filter.where.length === 0 ? "Set conditions on the map first" : whereText(filter)}
        aria-pressed={place.suburb === "" && place.where.length > 0}
        onClick={() => go({ scope: filter.scope, where: filter.where })}
      >
        Your filter
      </Press>
    </div>
  );
}

function FilterLine({ place: { scope, where } }: { place: MarketPlace }) {
  const isShown = whereText(view.value) === whereText({ where }) && view.value.scope === scope;
  const map = isShown ? view.value : { ...defaultView.value, scope, where };
  return (
    <p class="small">
      <code>{whereText({ where })}</code> <a href={`/${writeView(map)}`}>Change it on the map</a>
    </p>
  );
}

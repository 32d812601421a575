import { useComputed, useSignalEffect } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { SetIndex } from "../../charts/place-index.tsx";
import { country, ensureColumns, whereMetrics } from "../../data/country.ts";
import { loadOutlines, outlines } from "../../data/outlines.ts";
import { CapitalMaps } from "../../map/capital-maps.tsx";
import { Legend } from "../../map/legend.tsx";
import { MapView } from "../../map/map-view.tsx";
import { Absent, holdsSubject } from "../../parts/page.tsx";
import { USUAL } from "../../view/household.ts";
import { changeView } from "../../view/navigate.ts";
import { followHousehold, reach } from "../../view/reach.ts";
import { TabBar } from "../../view/tabs.tsx";
import { address, neededColumns, type Panel, readView, view } from "../../view/view-state.ts";
import { placeUrl } from "../market/market-place.ts";
import { AffordPanel } from "./afford-panel.tsx";
import { DatesPanel } from "./dates-panel.tsx";
import { DownloadPanel } from "./download-panel.tsx";
import { FilterPanel } from "./filter-panel.tsx";
import { MarkedBar, PickedCard } from "./picked-card.tsx";
import { ScorePanel } from "./score-panel.tsx";
import { raiseSheet, Sheet } from "./sheet.tsx";
import { SuburbTable } from "./suburb-table.tsx";

/** Discounting index over the conditions of the address, which changes only when a gesture has ended. */
function IndexPanel() {
  if (!holdsSubject("listings")) return <Absent of="listings" />;
  const { scope, where: set } = readView(address.value.query, whereMetrics.value);
  const where = reach.value === undefined ? set : [...set, reach.value];
  return (
    <div class="index-panel">
      <SetIndex scope={scope} where={where} label="Share of advertised homes cut within 30 days" />
      <p>
        <a href={placeUrl({ scope, where, suburb: "", tab: "" })}>More on the market of these suburbs</a>
      </p>
    </div>
  );
}

/** The first one is a tab on phones only: elsewhere the filters are always visible. */
const PANELS: readonly [Panel, string, ComponentType?][] = [
  ["", "Filters"],
  ["table", "Table", SuburbTable],
  ["score", "Score", ScorePanel],
  ["afford", "Afford", AffordPanel],
  ["index", "Price cuts", IndexPanel],
  ["dates", "Two dates", DatesPanel],
  ["download", "Download", DownloadPanel],
];

export function View() {
  useEffect(() => {
    if (outlines.peek() === undefined) loadOutlines();
    return followHousehold();
  }, []);
  useSignalEffect(() => {
    if (country.value !== undefined) void ensureColumns(neededColumns(view.value)).catch(() => {});
  });
  // The view changes with every pointer move, the open panel seldom: only the latter re-renders this.
  const show = useComputed(() => view.value.show).value;
  const [, title, Open] = PANELS.find(([name]) => name === show) ?? PANELS[0];
  return (
    <div class={`explore ${show === "" ? "" : "has-panel"}`}>
      <h1 class="visually-hidden">Explore suburbs</h1>
      <div class="explore-map">
        <MapView />
        <Legend />
        <PickedCard />
      </div>
      <Sheet>
        <FilterPanel />
        <CapitalMaps />
        <section class="panel" aria-label="Matching suburbs">
          <TabBar
            tabs={PANELS.filter(([name]) => name !== "index" || holdsSubject("listings"))}
            label="Panels"
            open={show}
            kindOf={(name) => (name === "" ? "phone-only" : "")}
            onOpen={(name) => {
              raiseSheet();
              const afford = view.peek().afford ?? (name === "afford" ? USUAL : undefined);
              changeView({ show: show === name ? "" : name, afford });
            }}
          />
          <MarkedBar />
          {Open && (
            <div class="panel-body" role="tabpanel" aria-label={title}>
              <Open />
            </div>
          )}
        </section>
      </Sheet>
    </div>
  );
}

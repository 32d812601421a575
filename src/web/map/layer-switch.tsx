import { country } from "../data/country.ts";
import { Popover } from "../parts/popover.tsx";
import { PublishedByTable } from "../parts/published-by.tsx";
import { changeView } from "../view/navigate.ts";
import { LAYERS, type Layer, view } from "../view/view-state.ts";
import { hasStations, STATIONS_TABLE, stationsShown } from "./stations.ts";

const NAMES: Readonly<Record<Layer, string>> = {
  coast: "Coast",
  states: "Borders of states",
  councils: "Councils: borders and names",
  stations: "Railway stations",
};

/** Which lines and names lie over the colours. */
export function LayerSwitch() {
  const isThere: Readonly<Partial<Record<Layer, boolean>>> = {
    councils: country.value?.frame.index.councils.some((name) => name !== "") === true,
    stations: hasStations(),
  };
  const stations = stationsShown();
  return (
    <Popover label="Layers of the map" sign="Layers" kind="layers">
      <fieldset class="layers">
        <legend>Over the colours</legend>
        {LAYERS.filter((layer) => isThere[layer] !== false).map((layer) => (
          <label key={layer}>
            <input
              type="checkbox"
              checked={view.value.layers.includes(layer)}
              onChange={(event) => {
                const isOn = event.currentTarget.checked;
                const before = view.peek().layers;
                changeView({ layers: LAYERS.filter((one) => (one === layer ? isOn : before.includes(one))) });
              }}
            />{" "}
            {NAMES[layer]}
          </label>
        ))}
      </fieldset>
      {stations.length > 0 && (
        <>
          <p class="chart-note">
            Lists of stations are held of{" "}
            {[...new Set(stations.map(({ state_code }) => state_code))].join(", ")}.
          </p>
          <PublishedByTable table={STATIONS_TABLE} />
        </>
      )}
    </Popover>
  );
}

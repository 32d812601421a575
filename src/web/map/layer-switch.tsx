import { country } from "../data/country.ts";
import { Popover } from "../parts/popover.tsx";
import { changeView } from "../view/navigate.ts";
import { LAYERS, type Layer, view } from "../view/view-state.ts";

const NAMES: Readonly<Record<Layer, string>> = {
  coast: "Coast",
  states: "Borders of states",
  councils: "Councils: borders and names",
};

/** Which lines and names lie over the colours. */
export function LayerSwitch() {
  const hasCouncils = country.value?.frame.index.councils.some((name) => name !== "") === true;
  return (
    <Popover label="Layers of the map" sign="Layers" kind="layers">
      <fieldset class="layers">
        <legend>Over the colours</legend>
        {LAYERS.filter((layer) => layer !== "councils" || hasCouncils).map((layer) => (
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
    </Popover>
  );
}

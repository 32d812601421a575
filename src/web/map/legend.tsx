import { computed } from "@preact/signals";
import { columnsVersion, country } from "../data/country.ts";
import { EmbedDetails } from "../keep/embed-body.tsx";
import { Choice, Tick } from "../parts/controls.tsx";
import { formatCount, formatShare, formatValue } from "../parts/format.ts";
import { MetricPicker } from "../parts/metric-picker.tsx";
import { Popover } from "../parts/popover.tsx";
import { PublishedByTable } from "../parts/published-by.tsx";
import { SourceNote } from "../parts/source-note.tsx";
import { rankingPath } from "../rendered/rankings/ranking-address.ts";
import { changeView } from "../view/navigate.ts";
import { isWhole, selection } from "../view/selection.ts";
import { LAYERS, type Layer, view } from "../view/view-state.ts";
import { scaleShown } from "../view/visible-map.ts";
import { NO_STEP, type ScaleKind, scalesFor } from "./colour-scale.ts";
import { hasStations, STATIONS_TABLE, stationsShown } from "./map-over.ts";

/** Matching suburbs by step; those without data at NO_STEP. */
const counts = computed(() => {
  const [scale, picked] = [scaleShown.value, selection.value];
  columnsVersion.value;
  if (scale === undefined || picked === undefined) return undefined;
  const byStep = new Uint32Array(NO_STEP + 1);
  for (let i = 0; i < picked.frame.size; i++) {
    if ((picked.words[i >>> 5] >>> (i & 31)) & 1) byStep[scale.stepOf[i]]++;
  }
  return byStep;
});

export function Legend() {
  const { by, scale: kind } = view.value;
  const metric = country.value?.metrics.get(by);
  const scale = scaleShown.value;
  const found = counts.value;
  return (
    <section class="legend" aria-label="Legend">
      <div class="legend-controls">
        <MetricPicker label="Colour by" value={by} onPick={(key) => changeView({ by: key })} />
        {scalesFor(metric).length > 0 && (
          <label>
            <span class="visually-hidden">Scale</span>
            <Choice
              value={scale?.kind ?? kind}
              options={scalesFor(metric).map((one) => [one, SCALE_NAMES[one]])}
              onPick={(picked) => changeView({ scale: picked })}
            />
          </label>
        )}
        {metric && (
          <SourceNote metric={metric}>
            {isWhole.value && (
              <EmbedDetails
                kind="map"
                path={rankingPath({ metric: metric.key, stateCode: view.value.scope })}
              />
            )}
          </SourceNote>
        )}
        <LayerSwitch />
      </div>
      {scale === undefined ? (
        <p class="muted small">
          {country.value === undefined || metric !== undefined ? "Loading…" : `There is no metric “${by}”.`}
        </p>
      ) : (
        <ul class={`legend-steps ${scale.kind === "category" ? "is-category" : ""}`}>
          {scale.steps.map((step, i) => (
            <li key={step.from} title={`${formatCount(found?.[i] ?? 0)} matching suburbs`}>
              <span class="swatch" style={{ background: step.colour }} />
              {scale.kind === "category" ? step.label : formatValue(step.from, metric!.unit, true)}
            </li>
          ))}
          {scale.kind !== "category" && scale.steps.length > 0 && (
            <li class="legend-last">
              {formatValue(scale.steps[scale.steps.length - 1].to, metric!.unit, true)}
            </li>
          )}
          <li class="legend-unknown" title={`${formatCount(found?.[NO_STEP] ?? 0)} matching suburbs`}>
            <span class="swatch swatch-unknown" /> no data
          </li>
        </ul>
      )}
      {metric && metric.dataCount < metric.totalCount && (
        <p class="muted small">Known for {formatShare(metric.dataCount / metric.totalCount)} of suburbs.</p>
      )}
    </section>
  );
}

const SCALE_NAMES: Readonly<Record<ScaleKind, string>> = {
  quantile: "Equal numbers",
  linear: "Equal steps",
  log: "Equal ratios",
};

const NAMES: Readonly<Record<Layer, string>> = {
  coast: "Coast",
  states: "Borders of states",
  councils: "Councils: borders and names",
  stations: "Railway stations",
};

function LayerSwitch() {
  const isThere: Readonly<Partial<Record<Layer, boolean>>> = {
    councils: country.value?.frame.index.councils.some((name) => name !== "") === true,
    stations: hasStations(),
  };
  const stations = stationsShown();
  return (
    <Popover label="Map layers" sign="Layers" kind="layers">
      <fieldset class="layers">
        <legend>Overlays</legend>
        {LAYERS.filter((layer) => isThere[layer] !== false).map((layer) => (
          <Tick
            key={layer}
            isOn={view.value.layers.includes(layer)}
            onTick={(isOn) => {
              const before = view.peek().layers;
              changeView({ layers: LAYERS.filter((one) => (one === layer ? isOn : before.includes(one))) });
            }}
          >
            {NAMES[layer]}
          </Tick>
        ))}
      </fieldset>
      {stations.length > 0 && (
        <>
          <p class="chart-note">
            Station lists are available for{" "}
            {[...new Set(stations.map(({ state_code }) => state_code))].join(", ")}.
          </p>
          <PublishedByTable table={STATIONS_TABLE} />
        </>
      )}
    </Popover>
  );
}

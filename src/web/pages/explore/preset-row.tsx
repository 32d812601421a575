import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useCall } from "../../data/ask.tsx";
import { country } from "../../data/country.ts";
import { terrace } from "../../data/terrace.ts";
import { Press } from "../../parts/controls.tsx";
import { formatCount } from "../../parts/format.ts";
import { inWords } from "../../view/conditions.ts";
import { changeView } from "../../view/navigate.ts";
import { defaultView, readWhere, view, whereText, writeWeights } from "../../view/view-state.ts";

type Described = Awaited<ReturnType<typeof terrace.explorer.describePresets>>;
type Preset = Described["presets"][number];

/** Returns the conditions and weights that a preset sets; weights on metrics without data are left out. */
function viewOf({ where, weights }: Preset) {
  const counted = weights.filter(({ leftOut }) => leftOut === "");
  return {
    ...readWhere(where),
    weights: counted.map(({ metricKey, weight }) => ({ metricKey, weight })),
  };
}

function isShown(preset: Preset): boolean {
  const wanted = viewOf(preset);
  return (
    preset.unavailable === "" &&
    whereText(wanted) === whereText(view.value) &&
    writeWeights(wanted.weights) === writeWeights(view.value.weights)
  );
}

/** Buttons of presets; the active one is explained below them. */
export function PresetRow() {
  const { scope } = view.value;
  const asked = useCall(terrace.explorer.describePresets, { stateCode: scope });
  const refused = useSignal("");
  // Keeps the presets of the previous state until the next ones arrive, so that nothing jumps.
  const last = useRef<Described>(undefined);
  if (asked.value.state === "there") last.current = asked.value.value;
  if (last.current === undefined) return asked.value.state === "waiting" ? <WaitingRow /> : null;
  const { presets, totalCount } = last.current;
  const press = (preset: Preset) => {
    refused.value = preset.unavailable === "" ? "" : preset.key;
    if (preset.unavailable !== "") return;
    const { where, weights } = defaultView.peek();
    changeView(
      isShown(preset) ? { where, weights, badWhere: undefined } : { ...viewOf(preset), show: "score" },
    );
  };
  const explained = presets.find((preset) => isShown(preset) || preset.key === refused.value);
  return (
    <div class="presets">
      <div class="preset-row" role="group" aria-label="Presets">
        {presets.map((preset) => (
          <Press
            key={preset.key}
            class={preset.unavailable === "" ? "" : "is-unavailable"}
            title={preset.unavailable === "" ? preset.description : `Not here: ${preset.unavailable}`}
            aria-pressed={isShown(preset)}
            onClick={() => press(preset)}
          >
            {preset.label}
          </Press>
        ))}
      </div>
      {explained && <Explained preset={explained} totalCount={totalCount} />}
    </div>
  );
}

/** As high as the presets of every country so far, so that the filters below do not jump. */
function WaitingRow() {
  return (
    <div class="presets">
      <div class="preset-row is-waiting" />
    </div>
  );
}

/** The reason of each part of a preset, and which parts this data lacks. */
function Explained({ preset, totalCount }: { preset: Preset; totalCount: number }) {
  const { label, description, conditions, weights, unavailable } = preset;
  const labelOf = (key: string) => country.value?.metrics.get(key)?.label ?? key;
  if (unavailable !== "") {
    return (
      <p class="blame" role="status">
        “{label}” cannot be applied here: {unavailable}.
      </p>
    );
  }
  const leftOut = new Set([...conditions, ...weights].flatMap(({ leftOut: why }) => why || []));
  const parts = [
    ...conditions.map(({ where, dataCount, ...part }) => ({
      ...part,
      title: inWords(where),
      note: `Known of ${formatCount(dataCount)} of ${formatCount(totalCount)} suburbs.`,
    })),
    ...weights.map(({ metricKey, weight, ...part }) => ({
      ...part,
      title: `Score: ${labelOf(metricKey)}, ${weight < 0 ? "less" : "more"} is better${
        Math.abs(weight) > 1 ? `, counts ${Math.abs(weight)} times` : ""
      }`,
      note: "",
    })),
  ];
  return (
    <>
      {leftOut.size > 0 && (
        <p class="small muted" role="status">
          Applied without conditions that this data lacks: {[...leftOut].join("; ")}.
        </p>
      )}
      <details class="preset-why small">
        <summary>
          {description} <span class="muted">Why these?</span>
        </summary>
        <dl>
          {parts.map(({ title, why, note, leftOut: missing }) => (
            <div key={title} class={missing === "" ? "" : "is-left-out"}>
              <dt>{title}</dt>
              <dd>
                {why} <span class="muted">{missing === "" ? note : "Left out."}</span>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

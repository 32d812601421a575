import { country, type Metric } from "../data/country.ts";
import { groupedMetrics, hasFigures } from "../data/metric-groups.ts";
import { formatShare } from "./format.ts";

interface PickerProps {
  readonly label: string;
  /** "" shows the label as a prompt. */
  readonly value: string;
  readonly onPick: (key: string) => void;
  /** Metrics that can be picked; all unless given. */
  readonly only?: (metric: Metric) => boolean;
}

/** A list of metrics to choose from, with how many suburbs each is known for. */
export function MetricPicker({ label, value, onPick, only = () => true }: PickerProps) {
  const metrics = [...(country.value?.metrics.values() ?? [])].filter(
    (metric) => (hasFigures(metric) && only(metric)) || metric.key === value,
  );
  return (
    <label class="metric-picker">
      <span class={value === "" ? "visually-hidden" : "muted"}>{label}</span>
      <select value={value} onChange={(event) => onPick(event.currentTarget.value)}>
        {value === "" && <option value="">{label}</option>}
        {value !== "" && metrics.length === 0 && <option value={value}>Loading…</option>}
        {groupedMetrics(metrics).map(({ title, metrics: list }) => (
          <optgroup key={title} label={title}>
            {list.map((metric) => (
              <option key={metric.key} value={metric.key}>
                {metric.label}
                {metric.dataCount < metric.totalCount * 0.9
                  ? ` (${formatShare(metric.dataCount / metric.totalCount)} known)`
                  : ""}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

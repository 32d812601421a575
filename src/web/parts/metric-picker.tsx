import { country, type Metric } from "../data/country.ts";
import { groupedMetrics, hasFigures } from "../data/metric-groups.ts";
import { formatShare } from "./format.ts";

interface PickerProps {
  readonly label: string;
  /** If empty, the label is shown as a prompt. */
  readonly value?: string;
  readonly onPick: (key: string) => void;
  /** Metrics that are not offered, as they are picked already. */
  readonly but?: readonly string[];
  /** Offers only metrics with an order: no identifiers and no categories. */
  readonly isQuantity?: boolean;
}

/** Drop-down list of metrics by group, with their share of suburbs with data if it is below 90 %. */
export function MetricPicker({ label, value = "", onPick, but = [], isQuantity = false }: PickerProps) {
  const isOffered = (metric: Metric) =>
    hasFigures(metric) &&
    !but.includes(metric.key) &&
    !(isQuantity && (metric.isIdentifier || metric.categoryLabels.length > 0));
  const metrics = [...(country.value?.metrics.values() ?? [])].filter(
    (metric) => isOffered(metric) || metric.key === value,
  );
  return (
    <label class="metric-picker">
      <span class={value === "" ? "visually-hidden" : "muted"}>{label}</span>
      <select value={value} onChange={({ currentTarget: { value: key } }) => key !== "" && onPick(key)}>
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

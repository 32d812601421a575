import { country, type Metric } from "../data/country.ts";
import { formatShare } from "./format.ts";

/** Groups of the registry, by what a key starts with or is. */
const GROUPS: readonly [title: string, keys: RegExp][] = [
  ["Prices and people", /^(price|population|age|income|born_overseas|religion|language)$/],
  [
    "Market",
    /^(gross_yield|price_|rent_|volatility|sales_|turnover|days_on|stock_|months_|share_disc|median_disc|auction|hold_)/,
  ],
  ["Work and homes", /^(pct_|median_(?!disc)|unemployment|labour)/],
  ["Advantage (SEIFA)", /^seifa_/],
  ["Places nearby", /^(amenity|supermarkets|pubs|grocery|healthcare|school|nearest|distance|remoteness|nbn)/],
  ["Crime", /^(crime|recorded)_/],
  ["Land and hazards", /^(elevation|land_|water|permanent|flood|bushfire)/],
  ["Planning", /^(zone|zoning|dominant_zone|heritage|nsw_)/],
  ["Public life", /^(federal|state_party|politician|lga_code)/],
];

/** Whether the data has a figure of a metric: what has none is offered nowhere, and listed under Coverage. */
export function hasFigures({ dataCount }: Pick<Metric, "dataCount">): boolean {
  return dataCount > 0;
}

/** Metrics by group, in registry order; those that no group names come last. */
export function groupedMetrics(metrics: readonly Metric[]): { title: string; metrics: Metric[] }[] {
  const groups = GROUPS.map(([title, keys]) => ({
    title,
    metrics: metrics.filter(({ key }) => keys.test(key)),
  }));
  const rest = metrics.filter(({ key }) => !GROUPS.some(([, keys]) => keys.test(key)));
  return [...groups, { title: "Other", metrics: rest }].filter((group) => group.metrics.length > 0);
}

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

import { country, type Metric } from "../data/country.ts";
import { Press } from "../parts/controls.tsx";
import { formatCount } from "../parts/format.ts";
import { type Brush, placeOfBrush, withBrush } from "../view/conditions.ts";
import { changeView } from "../view/navigate.ts";
import { selection } from "../view/selection.ts";
import { view } from "../view/view-state.ts";
import { binsOf, countBins } from "./bins.ts";

/** Bars of a categorical metric; pressing one adds its category to the filter or removes it. */
export function CategoryBars({ metric, brush }: { metric: Metric; brush: Brush }) {
  const picked = selection.value;
  const frame = country.value?.frame;
  if (picked === undefined || frame === undefined) return null;
  const bins = binsOf(frame, metric);
  const place = placeOfBrush(view.value.where, metric.key);
  const all = countBins(bins, picked.scope);
  const others = countBins(bins, place < 0 ? picked.words : picked.without(place));
  const most = Math.max(1, ...all.subarray(0, metric.categoryLabels.length));
  const chosen = brush.labels;
  const toggle = (label: string) => {
    const now = new Set(chosen ?? []);
    if (!now.delete(label)) now.add(label);
    const labels = metric.categoryLabels.filter((one) => now.has(one));
    const isAll = labels.length === 0;
    const keepsUnknown = isAll || (chosen !== undefined && brush.keepsUnknown);
    const next = { ...brush, keepsUnknown, labels: isAll ? undefined : labels };
    changeView({ where: withBrush(view.peek().where, next) });
  };
  const shown = metric.categoryLabels
    .map((label, i) => ({ label, i }))
    .filter(({ i }) => all[i] > 0)
    .sort((a, b) => all[b.i] - all[a.i]);
  return (
    <ul class="category-bars">
      {shown.map(({ label, i }) => (
        <li key={label}>
          <Press aria-pressed={chosen?.includes(label) ?? false} onClick={() => toggle(label)}>
            <span class="category-bar is-all" style={{ width: `${Math.sqrt(all[i] / most) * 100}%` }} />
            <span class="category-bar is-others" style={{ width: `${Math.sqrt(others[i] / most) * 100}%` }} />
            <span class="category-name">{label}</span>
            <span class="category-count">{formatCount(others[i])}</span>
          </Press>
        </li>
      ))}
    </ul>
  );
}

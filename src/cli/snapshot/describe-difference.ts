import type { ChangedField, KeyedDifference } from "../../snapshot/compare/changed-fields.ts";
import type { SnapshotDifference } from "../../snapshot/compare/diff.ts";

const LISTED = 10;

/** The difference of two snapshots as lines of text; "nothing differs" when there is none. */
export function describeDifference(difference: SnapshotDifference): string {
  const { suburbs, metrics, prices, economy, listings, outlines, sources, tables } = difference;
  const lines = [
    ...fieldLines("dataset", difference.dataset),
    ...keyedLines("suburbs", suburbs),
    ...metrics.map(({ metric, changed, gained, lost, largestChange }) => {
      const largest = largestChange === null ? "" : `, by at most ${largestChange}`;
      return `metric ${metric}: ${changed} changed${largest}, ${gained} gained, ${lost} lost a value`;
    }),
    ...seriesLines("house prices", prices),
    ...seriesLines("economic series", economy),
    ...countLine("listings: addresses", listings),
    ...listings.examples.map(({ address, change }) => `  ${change} ${address}`),
    ...countLine("outlines", outlines),
    ...keyedLines("sources", sources),
    ...tables.flatMap(({ table, rowsGone, rowsNew, columnsAdded, columnsRemoved }) => [
      `table ${table}: ${rowsGone} rows gone, ${rowsNew} new`,
      ...(columnsAdded.length === 0 ? [] : [`  new columns: ${listed(columnsAdded)}`]),
      ...(columnsRemoved.length === 0 ? [] : [`  gone columns: ${listed(columnsRemoved)}`]),
    ]),
  ];
  const heading = `from ${difference.before} to ${difference.after}`;
  return [heading, ...(lines.length === 0 ? ["nothing differs"] : lines)].join("\n");
}

function seriesLines(name: string, { series, observations }: SnapshotDifference["prices"]): string[] {
  const { bySource, examples } = observations;
  const perSource = bySource.map(
    ({ source, added, removed, revised, reflagged }) =>
      `${name} of ${source === "" ? "no source" : source}: ${added} observations added, ${removed} removed, ` +
      `${revised} revised${reflagged === 0 ? "" : `, ${reflagged} with another flag or licence`}`,
  );
  return [
    ...keyedLines(name, series),
    ...perSource,
    ...examples.map((one) => `  ${one.series} ${one.period}: ${one.before} -> ${one.after}`),
  ];
}

function keyedLines(name: string, { added, removed, changed }: KeyedDifference): string[] {
  return [
    ...(added.length === 0 ? [] : [`${name}: ${added.length} added: ${listed(added)}`]),
    ...(removed.length === 0 ? [] : [`${name}: ${removed.length} removed: ${listed(removed)}`]),
    ...fieldLines(name, changed),
  ];
}

function fieldLines(name: string, changed: readonly ChangedField[]): string[] {
  if (changed.length === 0) return [];
  const shown = changed
    .slice(0, LISTED)
    .map(({ key, field, before, after }) => `  ${key} ${field}: ${before ?? "none"} -> ${after ?? "none"}`);
  const more = changed.length > LISTED ? [`  and ${changed.length - LISTED} more`] : [];
  return [`${name}: ${changed.length} fields changed`, ...shown, ...more];
}

function countLine(name: string, counts: { added: number; removed: number; changed: number }): string[] {
  const { added, removed, changed } = counts;
  return added + removed + changed === 0
    ? []
    : [`${name}: ${added} added, ${removed} removed, ${changed} changed`];
}

function listed(names: readonly string[]): string {
  const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : "";
  return `${names.slice(0, LISTED).join(", ")}${more}`;
}

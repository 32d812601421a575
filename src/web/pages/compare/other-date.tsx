import { type Asked, useAsked } from "../../data/ask.tsx";
import type { Metric } from "../../data/country.ts";
import { terraceAt } from "../../data/terrace.ts";
import { formatShare, formatValue } from "../../parts/format.ts";
import { stayAt } from "../../view/navigate.ts";
import { moveOf } from "../../view/two-dates.ts";
import { address } from "../../view/view-state.ts";

/** The snapshot that suburbs are compared with; "" for none. */
export function sinceShown(): string {
  const given = new URLSearchParams(address.value.query).get("since") ?? "";
  return /^[\w-]{1,64}$/.test(given) ? given : "";
}

/** An address of the screen that keeps the other date. */
export function keepSince(url: string): string {
  return sinceShown() === "" ? url : `${url}?since=${sinceShown()}`;
}

export function chooseSince(snapshotId: string): void {
  const { path } = address.value;
  stayAt(snapshotId === "" ? path : `${path}?since=${snapshotId}`);
}

/** Figures of suburbs at another date. */
export type OtherDate = Asked<
  { figureOf(key: string, code: string): number | "no suburb" | undefined } | undefined
>;

/** Asks the other snapshot once for all metrics that are shown. */
export function useOtherDate(keys: readonly string[]): OtherDate {
  const since = sinceShown();
  const isAsked = since !== "" && keys.length > 0;
  return useAsked(
    async (signal) => {
      if (!isAsked) return undefined;
      const { columns, index } = await terraceAt(since).columns("AU", keys, { includeIndex: true, signal });
      const byKey = new Map(columns.map((column) => [column.key, column]));
      return {
        figureOf: (key: string, code: string) => {
          const position = index!.positionOf(code);
          return position < 0 ? ("no suburb" as const) : byKey.get(key)?.at(position);
        },
      };
    },
    [since, isAsked],
  ).value;
}

/** What a figure was at the other date, and how far it moved. */
export function Before({
  other,
  metric,
  code,
  now,
}: {
  other: OtherDate;
  metric: Metric;
  code: string;
  now: number | undefined;
}) {
  if (other.state !== "there" || other.value === undefined) return null;
  const before = other.value.figureOf(metric.key, code);
  const text =
    before === "no suburb"
      ? "not in it"
      : before === undefined
        ? now === undefined
          ? ""
          : "was not known"
        : before === now
          ? "as then"
          : `was ${metric.categoryLabels[before] ?? formatValue(before, metric.unit)}${moved(metric, now, before)}`;
  return <div class="small muted before">{text}</div>;
}

function moved({ categoryLabels }: Metric, now: number | undefined, before: number): string {
  if (now === undefined || before === 0 || categoryLabels.length > 0) return "";
  const share = moveOf({ code: "", now, before });
  return `, ${share >= 0 ? "+" : "−"}${formatShare(Math.abs(share))}`;
}

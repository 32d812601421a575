import { allOf, inStates, metricsOf } from "terrace/client";
import { Shown, useRequest } from "../../data/ask.tsx";
import { countryNow } from "../../data/country.ts";
import { terraceAt } from "../../data/terrace.ts";
import { Rows } from "../../parts/cite.tsx";
import { formatChange, formatCount, formatValue } from "../../parts/format.ts";
import type { Column } from "../../parts/section.tsx";
import { SnapshotPicker } from "../../parts/snapshot-list.tsx";
import { changeView } from "../../view/navigate.ts";
import { reachedView } from "../../view/reach.ts";
import { selection } from "../../view/selection.ts";
import { compareDates, type Moved, moveOf } from "../../view/two-dates.ts";
import { view, whereText } from "../../view/view-state.ts";

const MAX_ROWS = 50;

/** The same conditions in another snapshot: suburbs that entered or left, and changes of the metric. */
export function DatesPanel() {
  const { since } = view.value;
  return (
    <div class="dates-panel">
      <p>
        <SnapshotPicker value={since} onPick={(id) => changeView({ since: id })} />
      </p>
      {since === "" ? (
        <p class="muted small">
          Pick a date to see which suburbs match the same conditions then and now, and how their figures
          changed.
        </p>
      ) : (
        <Compared since={since} />
      )}
    </div>
  );
}

function Compared({ since }: { since: string }) {
  const { where, scope, by } = reachedView.value;
  const [now, picked] = [countryNow(), selection.value];
  const keys = [...new Set([by, ...where.flatMap((one) => metricsOf(one))])];
  const asked = useRequest(
    (signal) => terraceAt(since).localFrame("AU", keys, { signal }),
    [since, keys.join()],
  );
  const metric = now?.metrics.get(by);
  return (
    <Shown
      asked={asked}
      what="the other date"
      none="The server does not have this snapshot, or no longer has it."
    >
      {(frame) => {
        if (now === undefined || picked === undefined || !keys.every((key) => frame.has(key))) return null;
        const words = frame.match(allOf([...where, ...(scope === "AU" ? [] : [inStates([scope])])]));
        const found = compareDates({ frame: now.frame, words: picked.words }, { frame, words }, by);
        const names = (code: string) => {
          const side = now.frame.index.positionOf(code) >= 0 ? now.frame.index : frame.index;
          const position = side.positionOf(code);
          return { name: side.salNames[position], state: side.stateCodes[position] };
        };
        const value = (one: number | undefined) =>
          one === undefined
            ? "not known"
            : (metric?.categoryLabels[one] ?? formatValue(one, metric?.unit ?? ""));
        const columns: Column<Moved>[] = [
          ["Suburb", ({ code }) => <a href={`/suburb/${code}`}>{names(code).name}</a>],
          ["State", ({ code }) => names(code).state],
          ["Then", (row) => value(row.before), "number"],
          ["Now", (row) => value(row.now), "number"],
        ];
        const move: Column<Moved> = ["Moved", (row) => formatChange(moveOf(row)), "number"];
        const isNumber = metric?.categoryLabels.length === 0;
        const lists = [
          ["Entered", found.entered, columns],
          ["Left", found.left, columns],
          [`${metric?.label ?? by} moved`, found.moved, isNumber ? [...columns, move] : columns],
        ] as const;
        return (
          <>
            <p role="status" data-entered={found.entered.length} data-left={found.left.length}>
              <strong>{formatCount(found.nowCount)}</strong> suburbs now,{" "}
              <strong>{formatCount(found.beforeCount)}</strong> then
              {where.length > 0 && (
                <>
                  , where <code>{whereText({ where })}</code>
                </>
              )}
              .
            </p>
            {lists.map(([title, rows, shown]) => (
              <details key={title} open={rows.length > 0}>
                <summary>
                  {title}: {formatCount(rows.length)}
                  {rows.length > MAX_ROWS && `, the first ${MAX_ROWS} shown`}
                </summary>
                <Rows rows={rows.slice(0, MAX_ROWS)} columns={shown} none="No suburb." />
              </details>
            ))}
          </>
        );
      }}
    </Shown>
  );
}

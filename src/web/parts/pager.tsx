import type { Signal } from "@preact/signals";
import { formatCount } from "./format.ts";

/** Leafs through a list: which rows are shown of how many, and a button to each side. */
export function Pager({
  offset,
  page,
  shown,
  total,
  words,
}: {
  readonly offset: Signal<number>;
  /** Rows of a page. */
  readonly page: number;
  /** Rows on this page. */
  readonly shown: number;
  readonly total: number;
  readonly words: readonly [before: string, after: string];
}) {
  const first = offset.value + 1;
  return (
    <div class="controls">
      <button
        type="button"
        disabled={offset.value === 0}
        onClick={() => {
          offset.value = Math.max(0, offset.value - page);
        }}
      >
        ← {words[0]}
      </button>
      <span class="muted small">
        {total === 0
          ? "none"
          : `${formatCount(first)} to ${formatCount(first + shown - 1)} of ${formatCount(total)}`}
      </span>
      <button
        type="button"
        disabled={offset.value + shown >= total}
        onClick={() => {
          offset.value += page;
        }}
      >
        {words[1]} →
      </button>
    </div>
  );
}

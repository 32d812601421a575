import type { LocalFrame } from "terrace/client";

/** A suburb that matches now, then or both, with a metric's value at both dates; undefined means no data. */
export interface Moved {
  readonly code: string;
  readonly now: number | undefined;
  readonly before: number | undefined;
}

interface Side {
  readonly frame: LocalFrame;
  readonly words: Uint32Array;
}

/** Compares what the same conditions match at two dates. Joins by suburb code: positions may differ. */
export function compareDates(now: Side, then: Side, key: string) {
  const codesOf = ({ frame, words }: Side) =>
    new Set(Array.from(frame.positions(words), (position) => frame.index.salCodes[position]));
  const [nowCodes, thenCodes] = [codesOf(now), codesOf(then)];
  const figureOf = ({ frame }: Side, code: string) => {
    const position = frame.index.positionOf(code);
    return position < 0 || !frame.has(key) ? undefined : frame.column(key).at(position);
  };
  const rowOf = (code: string): Moved => ({ code, now: figureOf(now, code), before: figureOf(then, code) });
  const only = (codes: ReadonlySet<string>, others: ReadonlySet<string>) =>
    [...codes].filter((code) => !others.has(code)).map(rowOf);
  return {
    nowCount: nowCodes.size,
    beforeCount: thenCodes.size,
    /** Matches now but not then, in index order. */
    entered: only(nowCodes, thenCodes),
    /** Matched then but not now, in index order. */
    left: only(thenCodes, nowCodes),
    /** Matches both times with another value, by descending relative change. */
    moved: [...nowCodes]
      .filter((code) => thenCodes.has(code))
      .map(rowOf)
      .filter((row) => row.now !== undefined && row.before !== undefined && row.now !== row.before)
      .sort((a, b) => Math.abs(moveOf(b)) - Math.abs(moveOf(a)) || (a.code < b.code ? -1 : 1)),
  };
}

/** Change of a value relative to the earlier one. */
export function moveOf({ now, before }: Moved): number {
  if (now === undefined || before === undefined) return 0;
  return before === 0 ? Math.sign(now) : (now - before) / Math.abs(before);
}

import type { LocalFrame } from "terrace/client";

/** A suburb that satisfies the conditions now, then or both, with a metric at both dates; undefined = no data. */
export interface Moved {
  readonly code: string;
  readonly now: number | undefined;
  readonly before: number | undefined;
}

interface Side {
  readonly frame: LocalFrame;
  readonly words: Uint32Array;
}

/** What the same conditions pick at two dates. Compares by suburb code: the order of suburbs may differ. */
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
    /** Now and not then, by name. */
    entered: only(nowCodes, thenCodes),
    /** Then and not now, by name. */
    left: only(thenCodes, nowCodes),
    /** Both times, with another value; the largest moves first, in percent of what it was. */
    moved: [...nowCodes]
      .filter((code) => thenCodes.has(code))
      .map(rowOf)
      .filter((row) => row.now !== undefined && row.before !== undefined && row.now !== row.before)
      .sort((a, b) => Math.abs(moveOf(b)) - Math.abs(moveOf(a)) || (a.code < b.code ? -1 : 1)),
  };
}

/** How far a value moved, as a share of what it was. */
export function moveOf({ now, before }: Moved): number {
  if (now === undefined || before === undefined) return 0;
  return before === 0 ? Math.sign(now) : (now - before) / Math.abs(before);
}

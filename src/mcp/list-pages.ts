import { createHash } from "node:crypto";
import { invalidArgument } from "../runtime/errors.ts";

/** The stretch of an answer's lists that is given at once. */
export interface Stretch {
  /** Elements that earlier answers gave. */
  readonly from: number;
  /** Most elements of a list, where a bound was asked for. */
  readonly size: number;
  /** The one list that goes on; all lists that are within no other where none is named. */
  readonly list?: string | undefined;
}

/** Where an answer goes on. It holds for the same tool, arguments and snapshot only: elements would be lost or doubled. */
export function cursorAt(from: number, asked: readonly unknown[]): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([from, ...asked]))
    .digest("hex")
    .slice(0, 12);
  return `${from}-${digest}`;
}

/** Elements that were given before, by the cursor that came with them; 0 without one. */
export function readCursor(cursor: unknown, asked: readonly unknown[]): number {
  if (cursor === undefined || cursor === "") return 0;
  const from = Number.parseInt(String(cursor), 10);
  if (from > 0 && cursor === cursorAt(from, asked)) return from;
  throw invalidArgument(
    "cursor: is of other arguments or another snapshot; repeat the arguments that it came with, or begin again without it",
  );
}

/** One stretch of the lists of an answer, and whether one of them goes on. Later stretches have the lists alone. */
export function stretchOf(
  data: unknown,
  { from, size, list }: Stretch,
): { readonly value: unknown; readonly goesOn: boolean } {
  let goesOn = false;
  const cut = (elements: readonly unknown[]) => {
    if (elements.length > from + size) goesOn = true;
    return elements.slice(from, from + size);
  };
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return cut(value);
    if (value === null || typeof value !== "object") return from === 0 ? value : undefined;
    const kept = Object.entries(value).map(([key, item]) => [key, walk(item)] as const);
    return from === 0 ? Object.fromEntries(kept) : notEmpty(kept);
  };
  if (list === undefined) return { value: walk(data) ?? {}, goesOn };
  const { [list]: elements = [], ...rest } = data as Readonly<Record<string, readonly unknown[]>>;
  return { value: { ...(from === 0 ? rest : {}), [list]: cut(elements) }, goesOn };
}

function notEmpty(entries: readonly (readonly [string, unknown])[]): unknown {
  const kept = entries.filter(
    ([, item]) => item !== undefined && !(Array.isArray(item) && item.length === 0),
  );
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

import { createHash } from "node:crypto";
import { invalidArgument } from "../runtime/errors.ts";

export interface ListPage {
  /** Offset: elements in earlier answers. */
  readonly from: number;
  /** Most elements of a list; Infinity when unbounded. */
  readonly size: number;
  /** The list to page. By default, all lists that are not inside another list. */
  readonly list?: string | undefined;
}

/** The cursor for an offset. Its digest binds it to tool, arguments and snapshot: else elements get lost. */
export function cursorAt(from: number, asked: readonly unknown[]): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([from, ...asked]))
    .digest("hex")
    .slice(0, 12);
  return `${from}-${digest}`;
}

/** Returns the offset in a cursor, 0 without one; throws if its digest does not match. */
export function readCursor(cursor: unknown, asked: readonly unknown[]): number {
  if (cursor === undefined || cursor === "") return 0;
  const from = Number.parseInt(String(cursor), 10);
  if (from > 0 && cursor === cursorAt(from, asked)) return from;
  throw invalidArgument(
    "cursor: belongs to other arguments or another snapshot; repeat the original arguments, or start again without it",
  );
}

/** Cuts one page out of an answer's lists; `goesOn` if a list has more. Later pages have only the lists. */
export function listPageOf(
  data: unknown,
  { from, size, list }: ListPage,
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

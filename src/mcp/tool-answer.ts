import type { SnapshotFacts } from "../rpc/unary-method.ts";
import type { SnapshotSource } from "../snapshot/manifest/manifest.ts";

/** Characters of an answer: what a model can hold besides everything else. */
const MOST_CHARACTERS = 60_000;

/** Lists of this many objects or more are told as a table: names once instead of in every row. */
const TABLE_ROWS = 5;

/** Lists are cut to so many elements first when an answer is too long. */
const FIRST_CUT = 200;

/** An answer with what must stand beside it: which data, how old, whose, and whether it is invented. */
export interface ToolAnswer {
  readonly [key: string]: unknown;
  readonly data: unknown;
  readonly snapshot: { readonly id: string; readonly as_of: string; readonly synthetic: boolean };
  readonly sources: readonly Pick<SnapshotSource, "publisher" | "title" | "licence" | "vintage">[];
  /** Said when the answer was cut, or when the data is made up. */
  readonly note?: string;
}

/** What a model reads: the data in few words, no longer than it can hold, and where it comes from. */
export function toolAnswer(
  data: unknown,
  { snapshotId: id, asOf, synthetic }: SnapshotFacts,
  sources: readonly SnapshotSource[],
): ToolAnswer {
  const { told, isCut } = shortened(data);
  const notes = [
    ...(synthetic ? ["SYNTHETIC data: not real places or prices."] : []),
    ...(isCut ? ["The lists are cut; ask for less, or narrower."] : []),
  ];
  return {
    data: told,
    snapshot: { id, as_of: asOf, synthetic },
    sources: sources.map(({ publisher, title, licence, vintage }) => ({
      publisher,
      title,
      licence,
      vintage,
    })),
    ...(notes.length === 0 ? {} : { note: notes.join(" ") }),
  };
}

/** The same data with lists of plain objects as `{columns, rows}`; a cell that was absent is null. */
export function compacted(value: unknown): unknown {
  if (Array.isArray(value)) {
    const isTable = value.length >= TABLE_ROWS && value.every(isPlainObject);
    if (!isTable) return value.map(compacted);
    const columns = [...new Set(value.flatMap((row) => Object.keys(row as object)))];
    const rows = value.map((row) => columns.map((name) => (row as Record<string, unknown>)[name] ?? null));
    return { columns, rows };
  }
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, compacted(item)]));
}

function isPlainObject(value: unknown): boolean {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
  return Object.values(value).every((cell) => cell === null || typeof cell !== "object");
}

/** The data as it is told, with its lists halved until it fits: rows go, columns stay. */
function shortened(data: unknown): { readonly told: unknown; readonly isCut: boolean } {
  let told = compacted(data);
  if (isShort(told)) return { told, isCut: false };
  for (let most = FIRST_CUT; most >= 1; most = Math.floor(most / 2)) {
    told = compacted(withShortLists(data, most));
    if (isShort(told)) break;
  }
  return { told, isCut: true };
}

function isShort(told: unknown): boolean {
  return JSON.stringify(told).length <= MOST_CHARACTERS;
}

function withShortLists(value: unknown, most: number): unknown {
  if (Array.isArray(value)) return value.slice(0, most).map((item) => withShortLists(item, most));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withShortLists(item, most)]));
}

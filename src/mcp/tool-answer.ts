import type { SnapshotFacts } from "../rpc/unary-method.ts";
import { TerraceError } from "../runtime/errors.ts";
import type { SnapshotManifest, SnapshotSource } from "../snapshot/manifest/manifest.ts";
import { compacted } from "./compacted.ts";
import { cursorAt, type ListPage, listPageOf } from "./list-pages.ts";

/** Most characters of an answer: one token per two or three, and clients reject 25,000 tokens. */
const MAX_CHARACTERS = 40_000;

/** List lengths to try, in order, when an answer is too long. */
const CUTS = [200, 100, 50, 25, 12, 6, 3, 1];

/** The page of the lists, and the arguments that its cursor is valid for. */
export interface AskedLists extends ListPage {
  readonly asked: readonly unknown[];
}

const WHOLE: AskedLists = { from: 0, size: Number.POSITIVE_INFINITY, asked: [] };

export interface ToolAnswer {
  readonly [key: string]: unknown;
  readonly data: unknown;
  readonly snapshot: { readonly id: string; readonly as_of: string; readonly synthetic: boolean };
  readonly sources: readonly Pick<SnapshotSource, "publisher" | "title" | "licence" | "vintage">[];
  /** Path of the same thing on the web page. */
  readonly page?: string;
  /** Present when lists have more elements: repeat the call with it as `cursor`. */
  readonly next_cursor?: string;
  /** Present when nested lists were cut or the data is synthetic. */
  readonly note?: string;
}

/** Output schema of every tool; `data` differs by tool, as its description explains. */
export const ANSWER_SCHEMA = {
  type: "object",
  properties: {
    data: { description: "The answer; long lists are { columns, rows }." },
    snapshot: {
      type: "object",
      properties: { id: { type: "string" }, as_of: { type: "string" }, synthetic: { type: "boolean" } },
      required: ["id", "as_of", "synthetic"],
    },
    sources: {
      type: "array",
      items: {
        type: "object",
        properties: {
          publisher: { type: "string" },
          title: { type: "string" },
          licence: { type: "string" },
          vintage: { type: "string" },
        },
      },
    },
    page: { type: "string", description: "Path on the server's website." },
    next_cursor: {
      type: "string",
      description: "Set if lists have more: repeat the call with it as cursor.",
    },
    note: { type: "string", description: "Says if lists were truncated, or the data is synthetic." },
  },
  required: ["data", "snapshot", "sources"],
} as const;

/** The sources of these tables, without withheld ones. */
export function sourcesOf({ sources }: SnapshotManifest, tables: readonly string[]): SnapshotSource[] {
  const isBehind = (one: SnapshotSource) => one.tables.some((table) => tables.includes(table));
  return sources.filter((one) => one.withheld !== true && isBehind(one));
}

/** Builds the answer of a tool: compacted data, short enough for a model, with its sources. */
export function toolAnswer(
  data: unknown,
  { snapshotId: id, asOf, synthetic }: SnapshotFacts,
  sources: readonly SnapshotSource[],
  page?: string,
  lists: AskedLists = WHOLE,
): ToolAnswer {
  const { shown, next, isCut } = shortened(data, lists);
  const notes = [
    ...(synthetic ? ["SYNTHETIC data: not real places or prices."] : []),
    ...(isCut ? ["Nested lists are truncated; ask for fewer or narrower results."] : []),
  ];
  return {
    data: shown,
    snapshot: { id, as_of: asOf, synthetic },
    sources: sources.map(({ publisher, title, licence, vintage }) => ({
      publisher,
      title,
      licence,
      vintage,
    })),
    ...(page === undefined ? {} : { page }),
    ...(next === undefined ? {} : { next_cursor: cursorAt(next, lists.asked) }),
    ...(notes.length === 0 ? {} : { note: notes.join(" ") }),
  };
}

/**
 * Finds the longest page of the lists that fits, and the offset of the next one. `isCut` if single elements
 * were too long, so that lists inside them are cut as well.
 */
function shortened(data: unknown, lists: AskedLists) {
  for (const size of [lists.size, ...CUTS.filter((cut) => cut < lists.size)]) {
    const { value, goesOn } = listPageOf(data, { ...lists, size });
    const shown = compacted(value, Number.POSITIVE_INFINITY, MAX_CHARACTERS);
    if (shown !== undefined) return { shown, next: goesOn ? lists.from + size : undefined, isCut: false };
  }
  const { value, goesOn } = listPageOf(data, { ...lists, size: 1 });
  for (const most of CUTS) {
    const shown = compacted(value, most, MAX_CHARACTERS);
    if (shown !== undefined) return { shown, next: goesOn ? lists.from + 1 : undefined, isCut: true };
  }
  const what = `the answer has more than ${MAX_CHARACTERS} characters, even with lists of one element`;
  throw new TerraceError("resource_exhausted", `${what}: ask for less`);
}

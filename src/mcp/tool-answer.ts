import type { SnapshotFacts } from "../rpc/unary-method.ts";
import { TerraceError } from "../runtime/errors.ts";
import type { SnapshotSource } from "../snapshot/manifest/manifest.ts";
import { compacted } from "./compacted.ts";
import { fitsInto } from "./json-length.ts";

/** Characters of an answer: what a model can hold besides everything else. */
const MOST_CHARACTERS = 60_000;

/** Elements that lists are cut to when an answer is too long; the first are tried first. */
const CUTS = [200, 100, 50, 25, 12, 6, 3, 1];

/** An answer with what must stand next to it: which data, how old, whose, and whether it is invented. */
export interface ToolAnswer {
  readonly [key: string]: unknown;
  readonly data: unknown;
  readonly snapshot: { readonly id: string; readonly as_of: string; readonly synthetic: boolean };
  readonly sources: readonly Pick<SnapshotSource, "publisher" | "title" | "licence" | "vintage">[];
  /** Address of the same thing on the page, below the server's own. */
  readonly page?: string;
  /** Said when the answer was cut, or when the data is made up. */
  readonly note?: string;
}

/** The form of every answer; what is in `data` differs by tool, as its description says. */
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
    page: { type: "string", description: "Address on the page, below the server's own." },
    note: { type: "string", description: "That lists were cut, or that the data is made up." },
  },
  required: ["data", "snapshot", "sources"],
} as const;

/** What a model reads: the data in few words, no longer than it can hold, and where it comes from. */
export function toolAnswer(
  data: unknown,
  { snapshotId: id, asOf, synthetic }: SnapshotFacts,
  sources: readonly SnapshotSource[],
  page?: string,
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
    ...(page === undefined ? {} : { page }),
    ...(notes.length === 0 ? {} : { note: notes.join(" ") }),
  };
}

/** The data as it is sent, with its lists cut until it fits: rows go, columns stay. It is measured before it is made. */
function shortened(data: unknown): { readonly told: unknown; readonly isCut: boolean } {
  if (fitsInto(data, MOST_CHARACTERS)) return { told: compacted(data), isCut: false };
  let [fitting, tooLong] = [CUTS.length, -1];
  while (fitting - tooLong > 1) {
    const middle = (fitting + tooLong) >> 1;
    if (fitsInto(data, MOST_CHARACTERS, CUTS[middle])) fitting = middle;
    else tooLong = middle;
  }
  if (fitting === CUTS.length) {
    const what = `the answer has more than ${MOST_CHARACTERS} characters, even with lists of one element`;
    throw new TerraceError("resource_exhausted", `${what}: ask for less`);
  }
  return { told: compacted(data, CUTS[fitting]), isCut: true };
}

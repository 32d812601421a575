import { shownChanges } from "../domains/shown-changes.ts";
import type { Engine } from "../engine/engine.ts";
import { snapshotFacts } from "../rpc/pinned-method.ts";
import type { Switches } from "../rpc/switches.ts";
import { TerraceError } from "../runtime/errors.ts";
import { CHANGE_KINDS, type ChangeKind } from "../snapshot/compare/changes-file.ts";
import { findChanges } from "../snapshot/compare/find-changes.ts";
import { sourcesOf, type ToolAnswer, toolAnswer } from "./tool-answer.ts";
import { CURSOR, objectSchema } from "./tool-schema.ts";
import { CHANGES_TOOL_NAME } from "./tools/tool.ts";

const MAX_ROWS = 100;

/** Most characters of the rows, below the limit of an answer: the cursor would skip rows cut there. */
const MAX_CHARACTERS = 30_000;

/** The MCP tool for the data of `/v1/changes.json`, which is not an RPC method. */
export const CHANGES_TOOL = {
  name: CHANGES_TOOL_NAME,
  title: "Changes between publications",
  description:
    "Rows added, removed or changed by publications since a given one (default: by the last one), each with table, field, old and new value. is_whole is false if the list is incomplete.",
  schema: objectSchema({
    since: { type: "string", description: "Id or tag of a snapshot, or a day such as 2026-06-30." },
    kind: { type: "string", enum: [...CHANGE_KINDS], description: "Kinds of changes; default: all." },
    key: {
      type: "string",
      description:
        "Only changes of this key: sal_code, lga_code, series key, stock code, slug of a member, address_key; search gives them.",
    },
    limit: { type: "integer", description: `Most rows, up to ${MAX_ROWS}; 20 unless given.` },
    cursor: CURSOR,
  }),
};

/** Dataset tables behind each kind of change, for the sources of the answer. */
const TABLES: Readonly<Record<ChangeKind, readonly string[]>> = {
  suburb: ["suburb_demographics"],
  council: ["lga"],
  series: ["economic_series"],
  price: ["house_prices"],
  stock: ["short_positions", "dividends", "corporate_tax", "announcements"],
  member: ["politicians", "register_holdings"],
  listing: ["property_listings"],
  source: [],
};

export async function changesAnswer(
  engine: Engine,
  switches: Switches,
  dataDir: string | undefined,
  given: Readonly<Record<string, unknown>>,
): Promise<ToolAnswer> {
  if (dataDir === undefined) {
    throw new TerraceError("failed_precondition", "changes are only recorded in a data directory");
  }
  const { manifest } = engine;
  const place = { dataDir, until: manifest.snapshotId, shown: shownChanges(engine, switches) };
  const { limit: wanted, ...asked } = given as {
    limit?: number;
    since?: string;
    kind?: string;
    key?: string;
  };
  let limit = Math.max(1, Math.min(MAX_ROWS, wanted ?? 20));
  let found = await findChanges(place, { ...asked, limit });
  while (limit > 1 && JSON.stringify(found.rows).length > MAX_CHARACTERS) {
    limit = Math.floor(limit / 2);
    found = await findChanges(place, { ...asked, limit });
  }
  const tables = found.rows.flatMap(({ kind }) => TABLES[kind]);
  const data = { since: found.since, changes: found.rows, is_whole: found.isWhole };
  return {
    ...toolAnswer(data, snapshotFacts(manifest), sourcesOf(manifest, tables)),
    ...(found.next === undefined ? {} : { next_cursor: found.next }),
  };
}

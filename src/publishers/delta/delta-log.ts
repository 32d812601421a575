import { join } from "node:path";
import { TerraceError } from "../../runtime/errors.ts";
import { errorCode } from "../../snapshot/files/file-operations.ts";
import { disk } from "../../snapshot/files/outside-world.ts";
import type { ColumnType, TableColumn } from "../table-file.ts";

interface AddedFile {
  readonly path: string;
  readonly size: number;
}

interface Protocol {
  readonly minReaderVersion: number;
  readonly minWriterVersion: number;
  readonly readerFeatures?: readonly string[];
  readonly writerFeatures?: readonly string[];
}

/** A line of a commit: an object with one of these members (those that we read). */
export interface Action {
  /** `publication` counts from 1; absent in commits of other programs. */
  readonly commitInfo?: { readonly publication?: number };
  readonly protocol?: Protocol;
  readonly metaData?: { readonly schemaString: string };
  readonly add?: AddedFile;
  readonly remove?: AddedFile;
}

/** State of a table after its whole log. */
export type LogState = Awaited<ReturnType<typeof readLog>>;

const LOG_FOLDER = "_delta_log";
const COMMIT = /^\d{20}\.json$/;

/** Replays the commits of a table's folder. */
export async function readLog(folder: string) {
  const names = (await disk.list(join(folder, LOG_FOLDER))).filter((name) => COMMIT.test(name));
  /** Version of the last commit; -1 if there is none. */
  const version = Number(names.at(-1)?.slice(0, 20) ?? -1);
  if (version !== names.length - 1) {
    throw new TerraceError(
      "io_failure",
      `${folder}: commits are missing; remove the folder to write it again`,
    );
  }
  const live = new Map<string, AddedFile>();
  /** Number of the last publication with a commit; 0 if there is none. */
  let publication = 0;
  let protocol: Protocol | undefined;
  let metaData: Action["metaData"];
  for (const name of names) {
    const text = await disk.readText(join(folder, LOG_FOLDER, name));
    for (const line of text.split("\n").filter((one) => one !== "")) {
      const action = JSON.parse(line) as Action;
      if (action.add !== undefined) live.set(action.add.path, action.add);
      if (action.remove !== undefined) live.delete(action.remove.path);
      publication = action.commitInfo?.publication ?? publication;
      protocol = action.protocol ?? protocol;
      metaData = action.metaData ?? metaData;
    }
  }
  return { version, publication, live, protocol, metaData };
}

/** Atomically and durably writes the commit of a new version, unless another process was faster. */
export async function writeCommit(
  folder: string,
  version: number,
  actions: readonly Action[],
  aside: string,
): Promise<void> {
  const log = join(folder, LOG_FOLDER);
  const target = join(log, `${String(version).padStart(20, "0")}.json`);
  await disk.makeDirectory(log);
  await disk.remove(aside);
  await disk.writeText(aside, actions.map((action) => `${JSON.stringify(action)}\n`).join(""));
  await disk.syncFile(aside);
  try {
    await disk.link(aside, target);
  } catch (error) {
    if (errorCode(error) === "EEXIST" || (await disk.describe(target)) !== undefined) return;
    // For file systems without hard links. Rename is atomic too, but a concurrent writer could be
    // overwritten.
    await disk.rename(aside, target);
  }
  await disk.syncDirectory(log);
  await disk.syncDirectory(folder);
}

/** The schema as a JSON string inside the log's JSON. */
export function schemaText(columns: readonly TableColumn[]): string {
  return JSON.stringify(deltaType({ struct: columns }));
}

function deltaType(type: ColumnType): unknown {
  if (type === "timestamp") return "timestamp_ntz";
  if (typeof type === "string") return type;
  if ("list" in type) return { type: "array", elementType: deltaType(type.list), containsNull: true };
  const fields = type.struct.map(({ name, type: of, doc }) => ({
    name,
    type: deltaType(of),
    nullable: true,
    metadata: doc === undefined ? {} : { comment: doc },
  }));
  return { type: "struct", fields };
}

const PLAIN: Protocol = { minReaderVersion: 1, minWriterVersion: 2 };
const FEATURES = ["timestampNtz"];
const ZONELESS: Protocol = {
  minReaderVersion: 3,
  minWriterVersion: 7,
  readerFeatures: FEATURES,
  writerFeatures: FEATURES,
};

/** Protocol versions for a schema; zoneless timestamps are a reader feature. Never lower than `before`. */
export function protocolFor(schema: string, before: Protocol | undefined): Protocol {
  if (before?.readerFeatures !== undefined) return before;
  return schema.includes('"timestamp_ntz"') ? ZONELESS : (before ?? PLAIN);
}

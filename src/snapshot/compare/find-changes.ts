import { invalidArgument } from "../../runtime/errors.ts";
import { addressedId } from "../store/addresses.ts";
import { listPublications } from "../store/publications.ts";
import {
  CHANGE_KINDS,
  type ChangedRow,
  type ChangeKind,
  ChangesFile,
  type ChangesHead,
  changesPath,
} from "./changes-file.ts";

export interface ShownChanges {
  isShown(table: string, field: string): boolean;
  readonly withheldSources: ReadonlySet<string>;
}

export interface ChangesPlace {
  readonly dataDir: string;
  /** Last snapshot to include; default the newest. */
  readonly until?: string | undefined;
  readonly shown: ShownChanges;
}

/** Query parameters, not yet validated. */
export interface AskedChanges {
  readonly since?: string | undefined;
  readonly kind?: string | undefined;
  readonly key?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export type FoundChange = { readonly snapshot_id: string; readonly before_id: string } & ChangedRow;

export type FoundChanges = Awaited<ReturnType<typeof findChanges>>;

/** Most rows in an answer, and the default. */
export const MAX_CHANGES = 1000;

/** Rows read for an answer: if few of them match, the answer is short and has a cursor. */
const MAX_READ = 100_000;

/** Changes of the publications after `since`, oldest first. */
export async function findChanges(
  place: ChangesPlace,
  { since, kind, key, limit = MAX_CHANGES, cursor }: AskedChanges,
) {
  const kindAsked = kind === undefined ? undefined : requireKind(kind);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_CHANGES) {
    throw invalidArgument(`limit: "${limit}" is not a whole number from 1 to ${MAX_CHANGES}`);
  }
  const published = await publishedUntil(place);
  const first = await sinceIndex(place.dataDir, since, published);
  const [, pair, offset] = /^(\d{1,9})\.(\d{1,12})$/.exec(cursor ?? "") ?? [];
  if (cursor !== undefined && offset === undefined) throw invalidArgument(`cursor: "${cursor}" is not one`);
  const begin = Math.max(Number(pair ?? 0), first + 1);
  const rows: FoundChange[] = [];
  let [read, isWhole] = [0, true];
  /** `next` is the cursor of the next page. Not whole if changes were left out of files or are withheld. */
  const found = (next?: string) => ({ since: published[first] ?? "", rows, next, isWhole });
  for (let i = begin; i < published.length; i++) {
    const file = await openChanges(place, published, i);
    if (file === undefined) {
      isWhole = false;
      continue;
    }
    try {
      if (!file.head.is_whole) isWhole = false;
      const from = i === Number(pair) ? Number(offset) : 0;
      const { before: before_id, after: snapshot_id } = file.head;
      for await (const { row, start } of file.rows({ kind: kindAsked, key }, from)) {
        // Returned only once there is another row: a full page may be the last.
        if (rows.length === limit || read === MAX_READ) return found(`${i}.${start}`);
        read++;
        if (place.shown.isShown(row.table, row.field)) rows.push({ snapshot_id, before_id, ...row });
      }
    } finally {
      await file.close();
    }
  }
  return found();
}

export function requireKind(kind: string): ChangeKind {
  const known = CHANGE_KINDS.find((one) => one === kind);
  if (known === undefined) throw invalidArgument(`kind: "${kind}" is not one of ${CHANGE_KINDS.join(", ")}`);
  return known;
}

/** Ids in publication order, up to `until`. */
export async function publishedUntil({
  dataDir,
  until,
}: Pick<ChangesPlace, "dataDir" | "until">): Promise<string[]> {
  const published = await listPublications(dataDir);
  return until === undefined ? published : published.slice(0, published.lastIndexOf(until) + 1);
}

/** Changes of the publication at an index; undefined if never compared or a source is withheld now. */
export async function openChanges(
  { dataDir, shown }: ChangesPlace,
  published: readonly string[],
  index: number,
): Promise<ChangesFile | undefined> {
  const file = await ChangesFile.open(changesPath(dataDir, published[index - 1], published[index]));
  if (file?.head.sources.some((id) => shown.withheldSources.has(id)) !== true) return file;
  await file.close();
  return undefined;
}

/** Rows of each kind that may be shown, from the head alone. */
export function shownCounts(
  { counts }: ChangesHead,
  shown: ShownChanges,
): Partial<Record<ChangeKind, number>> {
  const byKind: Partial<Record<ChangeKind, number>> = {};
  for (const { kind, table, field = "", rows } of counts) {
    if (shown.isShown(table, field)) byKind[kind] = (byKind[kind] ?? 0) + rows;
  }
  return byKind;
}

/** Index of the publication `since`; of the one before the newest if undefined. */
async function sinceIndex(
  dataDir: string,
  since: string | undefined,
  published: readonly string[],
): Promise<number> {
  if (since === undefined) return Math.max(0, published.length - 2);
  const known = published.lastIndexOf(since);
  if (known >= 0) return known;
  const index = published.lastIndexOf(await addressedId(dataDir, since));
  if (index < 0)
    throw invalidArgument(`since: snapshot "${since}" was not published, or after the one asked`);
  return index;
}

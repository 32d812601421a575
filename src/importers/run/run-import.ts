import type { DatasetSource } from "../../dataset/manifest.ts";
import { badDataset } from "../../runtime/errors.ts";
import { reportDoubtfulRows } from "../files/doubtful-rows.ts";
import type { FoundFile } from "../files/find-files.ts";
import type { FileReading, Fragment, Importer, Recognition } from "../importer.ts";
import type { SourceFacts } from "../source-licence.ts";
import { combineParts } from "./combine-parts.ts";
import { completeTables } from "./complete.ts";
import type { ImportFile } from "./import-file.ts";
import type { CombineOutcome, FileOutcome, ImportOutcome, UnusedFile } from "./import-outcome.ts";
import { keepVintages } from "./keep-vintages.ts";
import { type Merged, mergeFragments, order } from "./merge.ts";
import { nextTurn } from "./next-turn.ts";
import type { KeptPart } from "./part-store.ts";
import { futureOf, partialOf, refusalOf, refuseNoDay } from "./refusals.ts";
import { RejectTally } from "./reject-tally.ts";
import { isWithheld, oneSourceGroups, withholdRestricted } from "./withhold.ts";

interface ImportOptions {
  readonly importers: readonly Importer[];
  /** Files to read, or results of `readFile`. */
  readonly files: AsyncIterable<FoundFile | ReadFile> | Iterable<FoundFile | ReadFile>;
  /** Parts of the dataset to merge into. */
  readonly kept?: readonly KeptPart[];
  /** Rows of a dataset without parts to merge into. */
  readonly base?: readonly Fragment[];
  readonly allowedSources?: ReadonlySet<string>;
  /** Day of the import, YYYY-MM-DD: files that cannot exist yet are rejected. Undefined skips the check. */
  readonly today?: string;
  /** Parts of the dataset being replaced: lists that became much smaller are rejected. */
  readonly before?: readonly KeptPart[];
  readonly acceptShrink?: ReadonlySet<string>;
  readonly signal?: AbortSignal;
}

/** What happened to a file, and its part if it was read. */
export interface ReadFile {
  readonly outcome: FileOutcome;
  readonly part?: KeptPart;
}

export type OpenPath = (
  path: string,
  onArchive?: (members: number) => void,
) => AsyncIterable<FoundFile | ReadFile>;

/** Reads every file, combines the parts and merges them into dataset tables. Writes nothing. */
export async function runImport(options: ImportOptions): Promise<ImportOutcome> {
  const { importers } = options;
  const allowed = options.allowedSources ?? new Set<string>();
  const parts = new Map((options.kept ?? []).map((part) => [partKey(part.importerId, part.sha256), part]));
  const fresh = new Set<string>();
  const files: FileOutcome[] = [];
  const isKnown = (key: string, importerVersion: number) =>
    fresh.has(key) || parts.get(key)?.importerVersion === importerVersion;
  const take = (outcome: FileOutcome, part: KeptPart): FileOutcome => {
    const { importerId, path, what, report } = part;
    const key = partKey(importerId, part.sha256);
    if (isKnown(key, part.importerVersion)) return { path, status: "known", importerId, what };
    const reason = futureOf(path, report, options.today);
    if (reason !== undefined) return { path, status: "refused", importerId, what, reason };
    fresh.add(key);
    parts.set(key, part);
    return outcome;
  };
  for await (const found of options.files) {
    await nextTurn(options.signal);
    const { outcome, part } = "outcome" in found ? found : await readFile(found, importers, isKnown);
    files.push(part === undefined ? outcome : take(outcome, part));
  }
  refusePartial(files, parts, fresh, options);
  const ordered = [...parts.values()].sort(
    (a, b) => order(a.report.vintage, b.report.vintage) || order(a.sha256, b.sha256),
  );
  refuseOldParts(ordered, importers);
  const facts = new Map(
    importers.flatMap((importer) => importer.sources.map((source) => [source.id, source])),
  );
  const { combined, fragments } = await combineParts(
    ordered,
    options.base ?? [],
    importers,
    facts,
    allowed,
    options.signal,
  );
  await nextTurn(options.signal);
  const owned = oneSourceGroups(fragments, facts, allowed);
  const withheld = withholdRestricted(keepVintages(owned.fragments), facts, allowed);
  const merged = mergeFragments(withheld.fragments, facts);
  await nextTurn(options.signal);
  const { tables, leftOut } = completeTables(merged.tables);
  const outcome = {
    files,
    combined,
    tables,
    conflicts: merged.conflicts,
    contested: merged.contested,
    origins: merged.origins(),
    withheld: withheld.leftOut,
    foreign: owned.foreign,
    leftOut,
    sources: sourceEntries(merged, facts, allowed),
    parts: ordered,
  };
  return { ...outcome, unused: unusedFiles(outcome) };
}

/** The importer with the highest confidence; the earlier one on a tie. */
export function recogniseFile(
  file: ImportFile,
  importers: readonly Importer[],
): { importer: Importer; recognition: Recognition } | undefined {
  let best: { importer: Importer; recognition: Recognition } | undefined;
  for (const importer of importers) {
    const recognition = importer.recognise(file);
    if (recognition === undefined) continue;
    if (best === undefined || recognition.confidence > best.recognition.confidence)
      best = { importer, recognition };
  }
  return best;
}

/** Reads a file with the best importer, unless its content is known. */
export async function readFile(
  found: FoundFile,
  importers: readonly Importer[],
  isKnown: (key: string, importerVersion: number) => boolean = () => false,
): Promise<ReadFile> {
  if ("unreadable" in found) {
    const { path, problem } = found.unreadable;
    return { outcome: { path, status: "refused", reason: problem } };
  }
  const { file } = found;
  const { path, sha256 } = file;
  let match: ReturnType<typeof recogniseFile>;
  try {
    match = recogniseFile(file, importers);
  } catch (error) {
    // A workbook or archive that cannot be opened has no importer.
    return { outcome: { path, status: "refused", reason: refusalOf(path, error) } };
  }
  if (match === undefined) return { outcome: { path, status: "unknown", looksLike: unknownKind(file) } };
  const { id: importerId, version: importerVersion = 1 } = match.importer;
  const { what } = match.recognition;
  if (isKnown(partKey(importerId, sha256), importerVersion)) {
    return { outcome: { path, status: "known", importerId, what } };
  }
  try {
    await file.load();
    const { part, report } = readWhole(match.importer, file);
    refuseNoDay(path, report);
    return {
      outcome: { path, status: "read", importerId, what, report },
      part: { importerId, importerVersion, path, sha256, what, report, part },
    };
  } catch (error) {
    return { outcome: { path, status: "refused", importerId, what, reason: refusalOf(path, error) } };
  }
}

/** Reads the file without a cut last line. Reports that line and cells with failed formulas. */
function readWhole(importer: Importer, file: ImportFile): FileReading<unknown> {
  const cut = importer.mayLackLineEnd ? undefined : file.cutLine();
  if (cut !== undefined && importer.recognise(cut.whole) === undefined)
    file.refuse(`cut short in row ${cut.row}, above its first figures`);
  if (cut !== undefined && importer.refusesCut)
    file.refuse(`cut short in row ${cut.row}, which has no line break; download it again`);
  const { part, report } = importer.read(cut?.whole ?? file);
  const tally = new RejectTally();
  if (report.rowsUsed > 0) reportDoubtfulRows(cut?.whole ?? file, tally);
  for (const { row, text } of file.failedFormulas()) {
    tally.reject("failed formula", row, `a cell has the formula error "${text}"`);
  }
  if (cut !== undefined)
    tally.reject("cut row", cut.row, "the file ends inside this row, without a line break");
  const added = tally.rules().filter(({ rule }) => !report.rejects.some((one) => one.rule === rule));
  if (added.length === 0) return { part, report };
  return {
    part,
    report: {
      ...report,
      rowsRead: report.rowsRead + (cut === undefined ? 0 : 1),
      rejects: [...report.rejects, ...added].sort((a, b) => order(a.rule, b.rule)),
    },
  };
}

/** Removes parts that are incomplete editions of a list and marks their files as refused. */
function refusePartial(
  files: FileOutcome[],
  parts: Map<string, KeptPart>,
  fresh: ReadonlySet<string>,
  { before = [], acceptShrink }: ImportOptions,
): void {
  const editions = [...parts.values()];
  for (const [key, part] of parts) {
    const { importerId, path, what } = part;
    const reason =
      !fresh.has(key) || acceptShrink?.has(importerId) ? undefined : partialOf(part, editions, before);
    if (reason === undefined) continue;
    parts.delete(key);
    const at = files.findIndex((file) => file.path === path && file.status === "read");
    if (at >= 0) files[at] = { path, status: "refused", importerId, what, reason };
  }
}

function refuseOldParts(parts: readonly KeptPart[], importers: readonly Importer[]): void {
  const old = parts.filter(({ importerId, importerVersion }) => {
    const importer = importers.find(({ id }) => id === importerId);
    return importer === undefined || (importer.version ?? 1) !== importerVersion;
  });
  if (old.length === 0) return;
  throw badDataset(
    `the dataset was imported by another version of ${[...new Set(old.map((part) => part.importerId))].join(", ")}; ` +
      `import these files again: ${old.map((part) => part.path).join(", ")}`,
  );
}

/** Describes a file that no importer recognises. */
function unknownKind(file: ImportFile): string {
  if (file.bytes.byteLength === 0) return "an empty file; download it again";
  if (file.isHtml) return "a web page saved under the file's name; download it again";
  if (file.isWorkbook) return `a workbook with the sheets ${listed(file.sheetNames)}`;
  if (!file.isDelimited) return `a file that begins with ${JSON.stringify(file.head.trim().slice(0, 40))}`;
  const columns = file.headerCells();
  // A title may contain commas; an empty line follows it.
  const isTitle = /^\s*\S[^\n]*\n\s*\n/.test(file.head);
  return columns.length > 1 && !isTitle ? `a table with the columns ${listed(columns)}` : "text, not a table";
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 12).map((name) => JSON.stringify(name.slice(0, 40)));
  return `${shown.join(", ")}${names.length > shown.length ? " …" : ""}`;
}

function sourceEntries(
  merged: Merged,
  facts: ReadonlyMap<string, SourceFacts>,
  allowed: ReadonlySet<string>,
): DatasetSource[] {
  return [...merged.vintages]
    .sort(([a], [b]) => order(a, b))
    .map(([id, vintages]) => {
      const source = facts.get(id)!;
      const { publisher, title, licence, attribution, url } = source;
      const earlierVintages = vintages.slice(0, -1);
      return {
        id,
        publisher,
        title,
        licence,
        vintage: vintages.at(-1)!,
        ...(url === undefined ? {} : { url }),
        attribution,
        ...(earlierVintages.length === 0 ? {} : { earlierVintages }),
        ...(isWithheld(source, allowed) ? { withheld: true } : {}),
        tables: merged.tablesOf.get(id)!,
        ...(merged.columnsOf.has(id) ? { columns: merged.columnsOf.get(id)! } : {}),
      };
    });
}

function partKey(importerId: string, sha256: string): string {
  return `${importerId} ${sha256}`;
}

/** Files without a row in the tables, with the reason. Files with known content do not count. */
function unusedFiles(outcome: Omit<ImportOutcome, "unused">): UnusedFile[] {
  return outcome.files.flatMap((file) => {
    const reason = reasonOf(file, outcome);
    return reason === undefined ? [] : [{ path: file.path, reason }];
  });
}

function reasonOf(file: FileOutcome, outcome: Omit<ImportOutcome, "unused">): string | undefined {
  switch (file.status) {
    case "known":
      return undefined;
    case "refused":
      return file.reason;
    case "unknown":
      return `no importer recognises it: ${file.looksLike}`;
    case "read": {
      const { rowsRead, rowsUsed, notes, rejects } = file.report;
      if (rowsUsed > 0) return nothingGiven(outcome.combined.find(isOf(file.importerId)), outcome);
      const [most] = rejects.toSorted((a, b) => b.count - a.count);
      if (most === undefined) return notes.at(-1) ?? `none of ${rowsRead} rows can be used`;
      const { rule, count, examples } = most;
      return `none of ${rowsRead} rows can be used; ${rule}, ${count === 1 ? "once" : `${count} times`}: ${examples[0]?.reason}`;
    }
  }
}

const isOf = (importerId: string) => (one: CombineOutcome) => one.importerId === importerId;

/** Reason why no row of an importer is in the tables; undefined if there is one. */
function nothingGiven(
  combined: CombineOutcome | undefined,
  { tables, withheld, leftOut }: Omit<ImportOutcome, "unused">,
): string | undefined {
  const { tables: names = [], sourceIds = [], notes = [], rejects = [] } = combined ?? {};
  if (tables.some(({ table, rows }) => names.includes(table) && rows.length > 0)) return undefined;
  const ids = new Set(withheld.map(({ sourceId }) => sourceId).filter((id) => sourceIds.includes(id)));
  const reasons = [
    ...Array.from(ids, (id) => `withheld by the licence of ${id}; --allow-restricted ${id} serves it`),
    ...leftOut.filter(({ table }) => names.includes(table)).map(({ table, rule }) => `${table}: ${rule}`),
    ...notes,
    ...rejects.map(({ rule, examples: [first] }) => `${rule}: ${first?.reason}`),
  ];
  return reasons[0];
}

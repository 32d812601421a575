import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { badDataset, TerraceError } from "../../runtime/errors.ts";
import { readPlainFile } from "../../runtime/files/plain-file.ts";
import { ImportFile } from "../run/import-file.ts";

/** A file that could not be opened: damaged gzip or archive, link, pipe. */
export interface Unreadable {
  readonly path: string;
  readonly problem: string;
}

export type FoundFile = { readonly file: ImportFile } | { readonly unreadable: Unreadable };

/** Maximum nesting of archives that are opened; a year of NSW sales has one archive per week. */
const MAX_DEPTH = 3;

/** Lists files at and below the paths in name order, without dot files. Links are listed, not followed. */
export async function listFiles(paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const isFolder = await stat(path).then(
      (entry) => entry.isDirectory(),
      (cause) => {
        throw new TerraceError("invalid_argument", `no file or folder "${path}"`, { cause });
      },
    );
    if (!isFolder) {
      found.push(path);
      continue;
    }
    const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(cannotList);
    const files = entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name));
    const visible = files.filter((file) => !/[\\/]\./.test(file.slice(path.length)));
    for (const name of visible.sort()) found.push(name);
  }
  return [...new Set(found)];
}

/** Names the folder that could not be listed, usually a subfolder of the requested one. */
function cannotList(cause: NodeJS.ErrnoException): never {
  throw new TerraceError("io_failure", `cannot list ${cause.path}: ${cause.message}`, { cause });
}

/** Opens a file, or each file of an archive. Calls `onArchive` with the archive's number of members. */
export async function* openFile(
  path: string,
  onArchive?: (members: number) => void,
): AsyncGenerator<FoundFile> {
  let bytes: Uint8Array;
  try {
    bytes = await readPlainFile(path, (kind) => {
      throw badDataset(`${path}: it is ${kind}; only regular files are read`);
    });
  } catch (cause) {
    if (cause instanceof TerraceError) return yield { unreadable: { path, problem: cause.message } };
    if ((cause as NodeJS.ErrnoException).code === "ERR_FS_FILE_TOO_LARGE") {
      return yield { unreadable: { path, problem: `${path}: larger than 2 GiB; split it` } };
    }
    throw new TerraceError("io_failure", `cannot read ${path}`, { cause });
  }
  yield* filesIn(() => new ImportFile(path, bytes), path, 0, onArchive);
}

function* filesIn(
  open: () => ImportFile,
  path: string,
  depth: number,
  onArchive?: (members: number) => void,
): Generator<FoundFile> {
  try {
    const file = open();
    if (!file.isArchive || depth === MAX_DEPTH) return yield { file };
    onArchive?.(file.memberCount);
    for (const member of file.eachMember()) yield* filesIn(member.open, member.path, depth + 1, onArchive);
  } catch (error) {
    if (!(error instanceof TerraceError) || error.code !== "bad_dataset") throw error;
    yield { unreadable: { path, problem: error.message } };
  }
}

import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DAY_MS } from "../../runtime/time/calendar-date.ts";
import { type ProcessStamp, SYSTEM_PROCESSES } from "../../snapshot/files/process-stamp.ts";

const PREFIX = "terrace-tables-";
const FOLDER_NAME = /^terrace-tables-([A-Za-z0-9_-]+)-[A-Za-z0-9]{6}$/;

/** Process that made a folder, encoded in the folder's name. */
type Owner = readonly [place: string, pid: number, started: string];

/** A folder is in use while tables are copied into it: minutes at most. */
const MAX_USE_MS = DAY_MS;

/**
 * Makes a temp folder for the copy of a snapshot's tables, and removes those of killed processes: never one
 * of a running process, and one whose process cannot be seen from here (of an earlier boot, or in another
 * container) only when it is a day old.
 */
export async function makeTablesFolder(): Promise<string> {
  const parent = tmpdir();
  await removeLeftovers(parent, (owner) => SYSTEM_PROCESSES.isRunning(owner) === false);
  const { place, pid, started } = SYSTEM_PROCESSES.own();
  const owner: Owner = [place, pid, started];
  const name = Buffer.from(JSON.stringify(owner)).toString("base64url");
  const made = await mkdtemp(join(parent, `${PREFIX}${name}-`));
  // Clock of the file system, which may differ from this host's.
  const nowMs = (await stat(made)).mtimeMs;
  await removeLeftovers(parent, async (other, folder) => {
    if (SYSTEM_PROCESSES.isRunning(other) !== undefined) return false;
    return nowMs - (await stat(folder)).mtimeMs > MAX_USE_MS;
  });
  return made;
}

/** Removes what it can. Leftovers only take space, so errors are ignored. */
async function removeLeftovers(
  parent: string,
  isLeftover: (owner: ProcessStamp, folder: string) => boolean | Promise<boolean>,
): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const owner = ownerOf(name);
    if (owner === undefined) continue;
    const [place, pid, started] = owner;
    const folder = join(parent, name);
    try {
      if (await isLeftover({ place, pid, started }, folder))
        await rm(folder, { recursive: true, force: true });
    } catch {
      // Another process removed it first, or it belongs to another user.
    }
  }
}

function ownerOf(name: string): Owner | undefined {
  const encoded = FOLDER_NAME.exec(name)?.[1];
  if (encoded === undefined) return undefined;
  try {
    const owner: unknown = JSON.parse(Buffer.from(encoded, "base64url").toString());
    if (!Array.isArray(owner) || owner.length !== 3) return undefined;
    return Number.isInteger(owner[1]) ? (owner as unknown as Owner) : undefined;
  } catch {
    return undefined;
  }
}

import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { link, mkdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { badSnapshot, isTerraceError, TerraceError } from "../../runtime/errors.ts";
import { errorCode } from "../files/file-operations.ts";
import { MANIFEST_FILE, type SnapshotFile } from "../manifest/manifest.ts";
import { parseManifest } from "../manifest/parse-manifest.ts";
import { whileHeld } from "../store/claims.ts";
import { dataDirectory } from "../store/data-directory.ts";
import { storedFiles } from "../store/install.ts";
import { publishSnapshot, publishWhole } from "../store/publish.ts";
import { removeUnlessUsed } from "../store/retain.ts";
import { claimStaging, removeLeftovers } from "../store/staging.ts";
import { isWhole, verifySnapshot } from "../store/verify.ts";
import { MIN_BYTES_A_SECOND, type Origin } from "./origin.ts";

/** Limit: a manifest names some dozens of files and every column, and is far smaller. */
const MANIFEST_BYTES = 16 * 2 ** 20;

export type FetchResult = Awaited<ReturnType<typeof fetchSnapshot>>;

/**
 * Downloads a snapshot into a data directory and makes it current. Takes over files that a local snapshot
 * has, and verifies every byte against the manifest, whose id is its own digest. A failure leaves the data
 * directory unchanged; a damaged copy of the same snapshot is removed only once a whole one can replace it.
 */
export async function fetchSnapshot(
  origin: Origin,
  snapshotId: string,
  dataDir: string,
  signal: AbortSignal,
) {
  // A killed fetch may have left gigabytes, whose space this one may need.
  await removeLeftovers(dataDir).catch(() => {});
  return whileHeld(await claimStaging(dataDir, "fetch"), async (slot) => {
    const directory = join(slot.directory, snapshotId);
    const text = await origin.text(snapshotId, MANIFEST_FILE, MANIFEST_BYTES, signal);
    const manifest = parseManifest(text);
    if (manifest.snapshotId !== snapshotId) {
      throw badSnapshot(`the manifest of ${snapshotId} names the snapshot ${manifest.snapshotId}`);
    }
    const known = await storedFiles(dataDirectory(resolve(dataDir)).snapshots);
    const kept = new Set<SnapshotFile>();
    for (const file of manifest.files) {
      const target = join(directory, file.path);
      await mkdir(dirname(target), { recursive: true });
      const own = known.get(file.sha256);
      // A hard link costs nothing. If it fails, or the file was removed meanwhile, download it.
      const isLinked =
        own !== undefined &&
        (await link(own, target).then(
          () => true,
          () => false,
        ));
      if (isLinked) kept.add(file);
      else await fetchFile(origin, snapshotId, file, target, signal);
    }
    await writeFile(join(directory, MANIFEST_FILE), text, { flag: "wx" });
    try {
      await publishSnapshot(directory, dataDir);
    } catch (error) {
      if (!isTerraceError(error, "bad_snapshot")) throw error;
      const damagedHere = await damagedAmong(kept, directory);
      // A local file that was damaged after its verification would make every snapshot with it fail.
      for (const file of damagedHere) {
        const target = join(directory, file.path);
        await fetchFile(origin, snapshotId, file, target, signal);
        kept.delete(file);
      }
      // Verify the new copy before removing the damaged one, which may be current.
      await verifySnapshot(directory);
      if (!(await removeDamaged(dataDir, snapshotId)) && damagedHere.length === 0) throw error;
      await publishWhole(directory, dataDir, snapshotId);
    }
    const bytesOf = (files: Iterable<SnapshotFile>) => [...files].reduce((sum, { bytes }) => sum + bytes, 0);
    // Bytes of files that a local snapshot already has, by checksum.
    const keptBytes = bytesOf(kept);
    return { snapshotId, fetchedBytes: bytesOf(manifest.files) - keptBytes, keptBytes };
  });
}

const PASSING = new Set(["EMFILE", "ENFILE", "ENOMEM", "EACCES", "EPERM"]);

/** Removes a damaged copy of the snapshot unless a process uses it; returns whether it did. */
async function removeDamaged(dataDir: string, snapshotId: string): Promise<boolean> {
  const directory = join(dataDirectory(dataDir).snapshots, snapshotId);
  if ((await stat(directory).catch(() => undefined)) === undefined) return false;
  try {
    await verifySnapshot(directory);
    return false;
  } catch (error) {
    // A failure to read for lack of resources or access does not mean damage.
    const isPassing = PASSING.has(errorCode((error as Error).cause));
    if (!isTerraceError(error, "bad_snapshot") || isPassing) throw error;
    return removeUnlessUsed(dataDir, snapshotId, directory, true);
  }
}

/** Time for a file in addition to that of its bytes at the minimum rate. */
const FILE_MS = 60_000;

/** Downloads and verifies a file; resumes while bytes come and the whole keeps the minimum rate. */
async function fetchFile(
  origin: Origin,
  snapshotId: string,
  file: SnapshotFile,
  target: string,
  given: AbortSignal,
): Promise<void> {
  const late = AbortSignal.timeout(Math.ceil(FILE_MS + (1000 * file.bytes) / MIN_BYTES_A_SECOND));
  const signal = AbortSignal.any([given, late]);
  // Unlink first: the target may be a hard link to another snapshot's file.
  await rm(target, { force: true });
  for (let held = 0; ; ) {
    try {
      await fetchRest(origin, snapshotId, file, target, signal, held);
      return;
    } catch (error) {
      const brought = await stat(target).then(
        ({ size }) => size,
        () => 0,
      );
      if (late.aborted && !given.aborted) {
        throw new TerraceError("deadline_exceeded", `${file.path} of ${snapshotId} took too long`);
      }
      const isFinal = isTerraceError(error, "bad_snapshot") || isTerraceError(error, "deadline_exceeded");
      if (signal.aborted || isFinal || brought <= held) throw error;
      held = brought;
    }
  }
}

async function fetchRest(
  origin: Origin,
  snapshotId: string,
  file: SnapshotFile,
  target: string,
  signal: AbortSignal,
  held: number,
): Promise<void> {
  const { from, body } = await origin.stream(snapshotId, file.path, held, signal);
  const hash = createHash("sha256");
  if (from > 0) for await (const piece of createReadStream(target)) hash.update(piece as Buffer);
  let bytes = from;
  const check = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      bytes += piece.byteLength;
      hash.update(piece);
      // Abort a file that is too long at once, not when the disk is full.
      if (bytes > file.bytes) throw damaged(snapshotId, file, `has more than ${file.bytes} bytes`);
      yield piece;
    }
  };
  const out = createWriteStream(target, { flags: from > 0 ? "a" : "w" });
  try {
    await pipeline(body, check, out, { signal });
  } finally {
    // Wait for pending writes before anyone checks the size of the file.
    if (!out.closed) await once(out, "close");
  }
  if (bytes !== file.bytes) throw damaged(snapshotId, file, `has ${bytes} bytes instead of ${file.bytes}`);
  if (hash.digest("hex") !== file.sha256) throw damaged(snapshotId, file, "has another checksum");
}

/** Files in a directory that do not match their checksum. */
async function damagedAmong(files: Iterable<SnapshotFile>, directory: string): Promise<SnapshotFile[]> {
  const damagedFiles: SnapshotFile[] = [];
  for (const file of files) if (!(await isWhole(directory, file))) damagedFiles.push(file);
  return damagedFiles;
}

function damaged(snapshotId: string, { path }: SnapshotFile, what: string): TerraceError {
  return badSnapshot(`${path} of ${snapshotId} ${what}`);
}

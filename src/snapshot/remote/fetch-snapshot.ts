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
import { LEAST_BYTES_A_SECOND, type Origin } from "./origin.ts";

/** A manifest names some dozens of files and every column; none is near this. */
const MANIFEST_BYTES = 16 * 2 ** 20;

export type FetchResult = Awaited<ReturnType<typeof fetchSnapshot>>;

/**
 * Brings a snapshot from an origin into a data directory and makes it current there. Only what no local snapshot has is
 * fetched; every byte is checked against the manifest, whose id must be its own digest. After any fault the data
 * directory is as it was; only a damaged copy of the same snapshot goes, when a whole one is there to take its place.
 */
export async function fetchSnapshot(
  origin: Origin,
  snapshotId: string,
  dataDir: string,
  signal: AbortSignal,
) {
  // A fetch that was killed may have left gigabytes, which this one can need.
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
      // A link costs nothing; where there can be none, or the file went away meanwhile, it is fetched.
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
      const rotten = await damagedAmong(kept, directory);
      // A file that was damaged here after it was checked would be refused in every snapshot that has it.
      for (const file of rotten) {
        const target = join(directory, file.path);
        await fetchFile(origin, snapshotId, file, target, signal);
        kept.delete(file);
      }
      // The fetched one is whole before a damaged copy, which may be the current one, makes room for it.
      await verifySnapshot(directory);
      if (!(await removeDamaged(dataDir, snapshotId)) && rotten.length === 0) throw error;
      await publishWhole(directory, dataDir, snapshotId);
    }
    const bytesOf = (files: Iterable<SnapshotFile>) => [...files].reduce((sum, { bytes }) => sum + bytes, 0);
    // Of files that a snapshot here has already, by checksum.
    const keptBytes = bytesOf(kept);
    return { snapshotId, fetchedBytes: bytesOf(manifest.files) - keptBytes, keptBytes };
  });
}

const PASSING = new Set(["EMFILE", "ENFILE", "ENOMEM", "EACCES", "EPERM"]);

/** Whether a damaged copy was in the snapshot's place and was removed; one that somebody has open stays. */
async function removeDamaged(dataDir: string, snapshotId: string): Promise<boolean> {
  const directory = join(dataDirectory(dataDir).snapshots, snapshotId);
  if ((await stat(directory).catch(() => undefined)) === undefined) return false;
  try {
    await verifySnapshot(directory);
    return false;
  } catch (error) {
    // What the system has no means to read at the moment may be whole.
    const isPassing = PASSING.has(errorCode((error as Error).cause));
    if (!isTerraceError(error, "bad_snapshot") || isPassing) throw error;
    return removeUnlessUsed(dataDir, snapshotId, directory, true);
  }
}

/** What a file may take in addition to the time that its bytes have at the least rate. */
const FILE_MS = 60_000;

/**
 * Fetches a file and checks it. A connection that broke after it brought something is taken up where it broke, for as long
 * as all of it together keeps the least rate.
 */
async function fetchFile(
  origin: Origin,
  snapshotId: string,
  file: SnapshotFile,
  target: string,
  given: AbortSignal,
): Promise<void> {
  const late = AbortSignal.timeout(Math.ceil(FILE_MS + (1000 * file.bytes) / LEAST_BYTES_A_SECOND));
  const signal = AbortSignal.any([given, late]);
  // What is there may be a link to a file of another snapshot, which would be written over.
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
      // A file that is too long is given up as soon as that shows, not when the disk is full.
      if (bytes > file.bytes) throw damaged(snapshotId, file, `has more than ${file.bytes} bytes`);
      yield piece;
    }
  };
  const out = createWriteStream(target, { flags: from > 0 ? "a" : "w" });
  try {
    await pipeline(body, check, out, { signal });
  } finally {
    // What was being written to the disk is there before anybody looks how far the file is.
    if (!out.closed) await once(out, "close");
  }
  if (bytes !== file.bytes) throw damaged(snapshotId, file, `has ${bytes} bytes instead of ${file.bytes}`);
  if (hash.digest("hex") !== file.sha256) throw damaged(snapshotId, file, "has another checksum");
}

/** Those of the files in a directory that are not what they should be. */
async function damagedAmong(files: Iterable<SnapshotFile>, directory: string): Promise<SnapshotFile[]> {
  const damagedFiles: SnapshotFile[] = [];
  for (const file of files) if (!(await isWhole(directory, file))) damagedFiles.push(file);
  return damagedFiles;
}

function damaged(snapshotId: string, { path }: SnapshotFile, what: string): TerraceError {
  return badSnapshot(`${path} of ${snapshotId} ${what}`);
}

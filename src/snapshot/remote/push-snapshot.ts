import { hash } from "node:crypto";
import { openAsBlob } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { throwIfAborted } from "../../runtime/abort.ts";
import { TerraceError } from "../../runtime/errors.ts";
import { linkOrCopy } from "../files/link-or-copy.ts";
import { disk } from "../files/outside-world.ts";
import { MANIFEST_FILE, type SnapshotFile, type SnapshotManifest } from "../manifest/manifest.ts";
import { sendWithRetry } from "./send-with-retry.ts";
import { type BucketKey, signedHeaders } from "./sign-request.ts";

export interface BucketTarget {
  /** Address of the bucket and folder: `https://bucket.s3.example/terrace/`. */
  readonly address: URL;
  readonly key: BucketKey;
  readonly now: () => Date;
}

/** Files of a push target, by relative path. */
export interface RemoteFiles {
  /** Undefined if the file is missing. */
  read(path: string): Promise<Buffer | undefined>;
  /** Atomic: readers get the old file or the whole new one. */
  write(path: string, bytes: Buffer): Promise<void>;
  /** Uploads a local file atomically; returns false, without upload, if one of its size exists. */
  send(path: string, from: string, file: SnapshotFile): Promise<boolean>;
  /** A missing file is not an error. */
  remove(path: string): Promise<void>;
}

export function bucketFiles(target: BucketTarget, signal: AbortSignal): RemoteFiles {
  /** The response and its body; undefined for a missing file. */
  const ask = async (method: string, path: string, content?: { body: Blob; sha256: string }) => {
    const answer = await send(target, method, path, content, signal);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.status === 404 && content === undefined) return undefined;
    if (answer.ok) return { answer, bytes };
    const { origin, pathname } = new URL(path, target.address);
    const why = `status ${answer.status} ${bytes.toString().slice(0, 200)}`;
    throw new TerraceError("io_failure", `${origin}${pathname}: ${why}`);
  };
  return {
    read: async (path) => (await ask("GET", path))?.bytes,
    write: async (path, bytes) => {
      await ask("PUT", path, { body: new Blob([new Uint8Array(bytes)]), sha256: hash("sha256", bytes) });
    },
    send: async (path, from, { bytes, sha256 }) => {
      const head = await send(target, "HEAD", path, undefined, signal);
      if (head.status === 200 && head.headers.get("content-length") === String(bytes)) return false;
      await ask("PUT", path, { body: await openAsBlob(from), sha256 });
      return true;
    },
    remove: async (path) => {
      await ask("DELETE", path);
    },
  };
}

export function directoryFiles(root: string): RemoteFiles {
  const settle = async (target: string) => {
    await disk.syncFile(`${target}.part`);
    await disk.rename(`${target}.part`, target);
    await disk.syncDirectory(dirname(target));
  };
  return {
    read: async (path) => {
      if ((await disk.describe(join(root, path))) === undefined) return undefined;
      return readFile(join(root, path));
    },
    write: async (path, bytes) => {
      const target = join(root, path);
      await disk.makeDirectory(dirname(target));
      await writeFile(`${target}.part`, bytes);
      await settle(target);
    },
    send: async (path, from, { bytes }) => {
      const target = join(root, path);
      if ((await disk.describe(target))?.bytes === bytes) return false;
      await disk.makeDirectory(dirname(target));
      await disk.remove(`${target}.part`);
      await linkOrCopy(from, `${target}.part`);
      await settle(target);
      return true;
    },
    remove: (path) => disk.remove(join(root, path)),
  };
}

/**
 * Uploads a verified snapshot to a bucket, in the layout that `serve --from` follows; skips existing files.
 * CURRENT comes last, so a replica sees the old snapshot, or a new one whose files are all there.
 */
export async function pushToBucket(
  { directory, manifest }: { readonly directory: string; readonly manifest: SnapshotManifest },
  target: BucketTarget,
  signal: AbortSignal,
): Promise<{ readonly sentBytes: number; readonly files: number }> {
  const bucket = bucketFiles(target, signal);
  const prefix = `snapshots/${manifest.snapshotId}`;
  const sent: SnapshotFile[] = [];
  for (const file of manifest.files) {
    throwIfAborted(signal, "push");
    if (await bucket.send(`${prefix}/${file.path}`, join(directory, file.path), file)) sent.push(file);
  }
  await bucket.write(`${prefix}/${MANIFEST_FILE}`, await readFile(join(directory, MANIFEST_FILE)));
  await bucket.write("CURRENT", Buffer.from(`${manifest.snapshotId}\n`));
  return { sentBytes: sent.reduce((sum, { bytes }) => sum + bytes, 0), files: sent.length };
}

const EMPTY = hash("sha256", "");

/** Sends a signed request with retries; every request here is idempotent. */
async function send(
  target: BucketTarget,
  method: string,
  path: string,
  content: { readonly body: Blob; readonly sha256: string } | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const url = new URL(path, target.address);
  // Caches in front of the bucket may keep immutable files, and must revalidate the others.
  const caching = /(^CURRENT|\/version-hint\.text)$/.test(path)
    ? "no-cache"
    : "public, max-age=31536000, immutable";
  const headers: Record<string, string> =
    content === undefined ? {} : { "cache-control": caching, "content-type": "application/octet-stream" };
  const request = { method, url, headers, bodySha256: content?.sha256 ?? EMPTY };
  return sendWithRetry(() => {
    const signed = signedHeaders({ ...request, now: target.now() }, target.key);
    const body = content && { body: content.body };
    return fetch(url, { method, headers: signed, ...body, signal }).catch((cause: unknown) => {
      throwIfAborted(signal, "push");
      throw new TerraceError("io_failure", `${url.origin}${url.pathname} cannot be reached`, { cause });
    });
  }, signal);
}

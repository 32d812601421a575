import { gunzipSync } from "node:zlib";
import { unzipSync } from "fflate";
import { TerraceError } from "../../runtime/errors.ts";

/** The largest file after unpacking; the whole Census pack is well below. */
export const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024;
/** The most members one archive may hold. */
const MAX_MEMBERS = 100_000;

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

/** The content of a gzip file. A file that grows beyond the limit or ends early is refused. */
export function gunzip(bytes: Uint8Array, path: string): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch (cause) {
    throw new TerraceError("bad_dataset", `${path}: cannot unpack: ${(cause as Error).message}`, { cause });
  }
}

/** Names and unpacked sizes of an archive's files, without unpacking them. */
export function listZip(bytes: Uint8Array, path: string): { name: string; byteLength: number }[] {
  const members: { name: string; byteLength: number }[] = [];
  unpackZip(bytes, path, (name, byteLength) => {
    members.push({ name, byteLength });
    return false;
  });
  return members;
}

/**
 * The wanted files of an archive by name. The directory's sizes bound what is unpacked: a member is written into a
 * buffer of exactly its declared size, so an archive that lies about them cannot grow beyond the limit.
 */
export function unpackZip(
  bytes: Uint8Array,
  path: string,
  wanted: (name: string, byteLength: number) => boolean,
): Map<string, Uint8Array> {
  let total = 0;
  let count = 0;
  const refuse = (reason: string): never => {
    throw new TerraceError("bad_dataset", `${path}: ${reason}`);
  };
  try {
    const members = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (name.endsWith("/")) return false;
        if (++count > MAX_MEMBERS) refuse(`holds more than ${MAX_MEMBERS.toLocaleString("en-AU")} files`);
        if (!wanted(name, originalSize)) return false;
        total += originalSize;
        if (total > MAX_UNPACKED_BYTES)
          refuse(`unpacks to more than ${MAX_UNPACKED_BYTES.toLocaleString("en-AU")} bytes`);
        return true;
      },
    });
    return new Map(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
  } catch (cause) {
    if (cause instanceof TerraceError) throw cause;
    throw new TerraceError("bad_dataset", `${path}: damaged archive: ${(cause as Error).message}`, { cause });
  }
}

import { isUtf8 } from "node:buffer";
import { crc32, inflateRawSync } from "node:zlib";
import { badDataset } from "../../runtime/errors.ts";
import { MAX_UNPACKED_BYTES, spend, type UnpackBudget } from "./unpack.ts";

/** `start` is the offset of the compressed bytes; `byteLength` is declared, `readMember` rejects any other. */
export type ZipMember = ReturnType<typeof memberAt>;

const LOCAL_MARK = 0x04034b50;
const ENTRY_MARK = 0x02014b50;
const END_MARK = 0x06054b50;
const END_LENGTH = 22;
/** Marks a size or offset that is in the Zip64 field instead. */
const IN_EXTRA = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

/** Lists an archive's files by name, without folders. Throws if damaged, encrypted or overlapping. */
export function listZip(bytes: Uint8Array, path: string): ZipMember[] {
  const refuse = (reason: string): never => {
    throw badDataset(`${path}: damaged archive: ${reason}`);
  };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const members = directory(view, bytes, refuse);
    refuseOverlaps(members, refuse);
    return members.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (cause) {
    if (cause instanceof RangeError) return refuse("its directory points outside of it");
    throw cause;
  }
}

/** Unpacks a member. Throws when size or checksum differ from the directory. */
export function readMember(
  bytes: Uint8Array,
  path: string,
  member: ZipMember,
  budget: UnpackBudget,
): Uint8Array {
  const { name, byteLength, packedLength, method, crc, start } = member;
  const refuse = (reason: string): never => {
    throw badDataset(`${path}/${name}: ${reason}`);
  };
  if (byteLength > MAX_UNPACKED_BYTES)
    return refuse(`unpacks to ${byteLength.toLocaleString("en-AU")} bytes`);
  spend(budget, byteLength, path);
  const packed = bytes.subarray(start, start + packedLength);
  const content = method === STORED ? packed : inflate(packed, byteLength, refuse);
  if (content.byteLength !== byteLength) {
    return refuse(`damaged archive: ${content.byteLength} bytes, its directory says ${byteLength}`);
  }
  if (crc32(content) !== crc) return refuse("damaged archive: checksum mismatch");
  return content;
}

function inflate(packed: Uint8Array, byteLength: number, refuse: (reason: string) => never): Uint8Array {
  try {
    // One extra byte, so that a member longer than declared fails with ERR_BUFFER_TOO_LARGE.
    return inflateRawSync(packed, { maxOutputLength: byteLength + 1 });
  } catch (cause) {
    const isLonger = (cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    return refuse(
      isLonger
        ? `damaged archive: unpacks to more than the ${byteLength} bytes that its directory says`
        : `damaged archive: ${(cause as Error).message}`,
    );
  }
}

function directory(view: DataView, bytes: Uint8Array, refuse: (reason: string) => never): ZipMember[] {
  const end = endOfDirectory(view, refuse);
  const count = view.getUint16(end + 10, true);
  if (count === 0xffff) return refuse("has 65,535 files or more; extract and split it");
  let at = view.getUint32(end + 16, true);
  const members = new Map<string, ZipMember>();
  for (let i = 0; i < count; i++) {
    if (view.getUint32(at, true) !== ENTRY_MARK) return refuse(`no entry ${i + 1} in its directory`);
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((field) =>
      view.getUint16(at + field, true),
    );
    const name = nameOf(bytes.subarray(at + 46, at + 46 + nameLength));
    const extra = at + 46 + nameLength;
    if (!name.endsWith("/")) {
      if (members.has(name)) return refuse(`"${name}" occurs twice`);
      members.set(name, memberAt(view, at, extra, extraLength, name, refuse));
    }
    at = extra + extraLength + noteLength;
  }
  return [...members.values()];
}

function memberAt(
  view: DataView,
  at: number,
  extra: number,
  extraLength: number,
  name: string,
  refuse: (reason: string) => never,
) {
  const isSecret = (view.getUint16(at + 8, true) & 1) === 1;
  const method = view.getUint16(at + 10, true);
  if (isSecret) return refuse(`"${name}" is encrypted`);
  if (method !== STORED && method !== DEFLATED) return refuse(`"${name}" uses compression method ${method}`);
  const [byteLength, packedLength, local] = wide(
    view,
    [24, 20, 42].map((field) => view.getUint32(at + field, true)),
    extra,
    extraLength,
  );
  if (view.getUint32(local, true) !== LOCAL_MARK) return refuse(`no "${name}" where its directory points`);
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (start + packedLength > view.byteLength) return refuse(`"${name}" ends outside of it`);
  if (method === STORED && packedLength !== byteLength) return refuse(`"${name}" has two sizes`);
  return { name, byteLength, packedLength, method, crc: view.getUint32(at + 16, true), start };
}

/** Replaces fields marked IN_EXTRA by their Zip64 values, which come in the order of the fields. */
function wide(view: DataView, fields: readonly number[], extra: number, extraLength: number): number[] {
  if (!fields.includes(IN_EXTRA)) return [...fields];
  for (let at = extra; at < extra + extraLength; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    let next = at + 4;
    return fields.map((field) => {
      if (field !== IN_EXTRA) return field;
      next += 8;
      return Number(view.getBigUint64(next - 8, true));
    });
  }
  return [...fields];
}

function endOfDirectory(view: DataView, refuse: (reason: string) => never): number {
  const lowest = Math.max(0, view.byteLength - END_LENGTH - 0xffff);
  for (let at = view.byteLength - END_LENGTH; at >= lowest; at--) {
    if (view.getUint32(at, true) === END_MARK) return at;
  }
  return refuse("it has no central directory at its end; it may be truncated");
}

/** Members that share bytes can unpack to far more than the archive holds (zip bomb). */
function refuseOverlaps(members: readonly ZipMember[], refuse: (reason: string) => never): void {
  const inPlace = [...members].sort((a, b) => a.start - b.start);
  for (let i = 1; i < inPlace.length; i++) {
    const [before, next] = [inPlace[i - 1], inPlace[i]];
    if (before.start + before.packedLength > next.start && before.packedLength > 0) {
      refuse(`"${before.name}" and "${next.name}" share bytes`);
    }
  }
}

/** Decodes UTF-8, else Latin-1 as written by old archivers. */
function nameOf(bytes: Uint8Array): string {
  return new TextDecoder(isUtf8(bytes) ? "utf-8" : "latin1").decode(bytes);
}

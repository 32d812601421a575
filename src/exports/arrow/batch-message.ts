/** Rows of a column and how many of them are null. */
export interface ColumnNode {
  readonly length: number;
  readonly nullCount: number;
}

/** The columns of some rows as Arrow lays them out: a node a column, and its buffers one behind the other. */
export interface BatchLayout {
  readonly nodes: readonly ColumnNode[];
  /** An empty one means validity bits that are all set. */
  readonly buffers: readonly Uint8Array[];
}

/** A record batch as it is in a file. */
export interface BatchMessage {
  readonly bytes: Buffer;
  /** Bytes before the body. */
  readonly headLength: number;
  readonly bodyLength: number;
}

const VERSION_5 = 4;
const RECORD_BATCH = 3;

/** What comes before the message: a mark that one follows, and its length. */
const PREFIX = 8;
/** Where the vectors begin: behind both tables, whose fields lie at fixed places. */
const NODES = 68;

const aligned = (length: number) => (length + 7) & ~7;

/**
 * A record batch with its head, in one piece: every buffer is copied once, from where it lies. The head is a flatbuffer
 * of two tables and two vectors, written in place, as the builder of the library takes longer than all the copying.
 */
export function batchMessage(rows: number, { nodes, buffers }: BatchLayout): BatchMessage {
  const bodyLength = buffers.reduce((sum, { byteLength }) => sum + aligned(byteLength), 0);
  const buffersAt = NODES + 4 + 16 * nodes.length + 4;
  const headLength = PREFIX + buffersAt + 4 + 16 * buffers.length;
  const bytes = Buffer.alloc(headLength + bodyLength);
  bytes.writeInt32LE(-1, 0);
  bytes.writeInt32LE(headLength - PREFIX, 4);
  const head = bytes.subarray(PREFIX, headLength);
  writeTables(head, rows, bodyLength, buffersAt);
  head.writeUInt32LE(nodes.length, NODES);
  for (const [i, { length, nullCount }] of nodes.entries()) {
    writeInt64(head, NODES + 4 + 16 * i, length);
    writeInt64(head, NODES + 12 + 16 * i, nullCount);
  }
  head.writeUInt32LE(buffers.length, buffersAt);
  let offset = 0;
  for (const [i, buffer] of buffers.entries()) {
    writeInt64(head, buffersAt + 4 + 16 * i, offset);
    writeInt64(head, buffersAt + 12 + 16 * i, buffer.byteLength);
    bytes.set(buffer, headLength + offset);
    offset += aligned(buffer.byteLength);
  }
  return { bytes, headLength, bodyLength };
}

/**
 * `Message { header, bodyLength, version, header_type }` at 16 and `RecordBatch { nodes, length, buffers }` at 48, each
 * behind the places of its fields; references count from where they stand.
 */
function writeTables(head: Buffer, rows: number, bodyLength: number, buffersAt: number): void {
  head.writeUInt32LE(16, 0);
  // Length of this list, length of the table, then version, header_type, header, bodyLength.
  for (const [i, place] of [12, 20, 16, 18, 4, 8].entries()) head.writeUInt16LE(place, 4 + 2 * i);
  head.writeInt32LE(12, 16);
  head.writeUInt32LE(48 - 20, 20);
  writeInt64(head, 24, bodyLength);
  head.writeInt16LE(VERSION_5, 32);
  head.writeUInt8(RECORD_BATCH, 34);
  // The same for length, nodes, buffers.
  for (const [i, place] of [10, 20, 8, 4, 16].entries()) head.writeUInt16LE(place, 36 + 2 * i);
  head.writeInt32LE(12, 48);
  head.writeUInt32LE(NODES - 52, 52);
  writeInt64(head, 56, rows);
  head.writeUInt32LE(buffersAt - 64, 64);
}

/** A whole number that is not negative. */
function writeInt64(bytes: Buffer, at: number, value: number): void {
  bytes.writeUInt32LE(value % 2 ** 32, at);
  bytes.writeUInt32LE(Math.floor(value / 2 ** 32), at + 4);
}

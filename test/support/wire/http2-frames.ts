/** HTTP/2 bytes for clients that break the rules; Node's own client reads everything that it is sent. */
export const HTTP2_PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

const SETTINGS = 4;
const HEADERS = 1;
const RST_STREAM = 3;
const WINDOW_UPDATE = 8;
const END_STREAM_AND_HEADERS = 5;
const INITIAL_WINDOW_SIZE = 4;
const MAX_WINDOW = 2 ** 31 - 1;
const FIRST_WINDOW = 65_535;

/** Maximum flow-control windows, for every stream and for the connection. */
export function widestWindows(): Buffer {
  const settings = Buffer.alloc(6);
  settings.writeUInt16BE(INITIAL_WINDOW_SIZE, 0);
  settings.writeUInt32BE(MAX_WINDOW, 2);
  const more = Buffer.alloc(4);
  more.writeUInt32BE(MAX_WINDOW - FIRST_WINDOW, 0);
  return Buffer.concat([frame(SETTINGS, 0, 0, settings), frame(WINDOW_UPDATE, 0, 0, more)]);
}

/** A complete GET request, the first of its connection: stream id 1. */
export function getRequest(path: string): Buffer {
  // From HPACK's static table: GET, http; then path and host as literals.
  const head = Buffer.concat([Buffer.from([0x82, 0x86]), literal(0x44, path), literal(0x41, "localhost")]);
  return frame(HEADERS, END_STREAM_AND_HEADERS, 1, head);
}

/** RST_STREAM of stream 1. */
export function resetCall(code: number): Buffer {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(code, 0);
  return frame(RST_STREAM, 0, 1, payload);
}

function literal(name: number, value: string): Buffer {
  return Buffer.concat([Buffer.from([name, value.length]), Buffer.from(value)]);
}

function frame(type: number, flags: number, call: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.byteLength, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(call, 5);
  return Buffer.concat([head, payload]);
}

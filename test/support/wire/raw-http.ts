import { once } from "node:events";
import { connect as connectHttp2 } from "node:http2";
import { connect } from "node:net";

export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  /** Sent in this order, names as written. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Sends the body in one chunk of a chunked body instead of with a content length. */
  readonly chunked?: boolean;
}

export interface RawReply {
  readonly status: number;
  /** In the order received, without `date` and `x-request-id`, which differ in every reply. */
  readonly headers: readonly (readonly [string, string])[];
  /** The body as received; chunked framing included. */
  readonly body: Buffer;
}

/** A gRPC or gRPC-Web message with its five-byte prefix. */
export function framed(message: string | Uint8Array, flags = 0): Buffer {
  const bytes = Buffer.from(message);
  const head = Buffer.from([flags, 0, 0, 0, 0]);
  head.writeUInt32BE(bytes.byteLength, 1);
  return Buffer.concat([head, bytes]);
}

/** The reply to bytes sent over a new TCP connection. */
export async function exchange(port: number, bytes: string | Uint8Array): Promise<RawReply> {
  return parseReply(await receivedFor(port, bytes));
}

/** All that the server sends for these bytes over a new TCP connection until it closes it. */
export async function receivedFor(port: number, bytes: string | Uint8Array): Promise<Buffer> {
  const socket = connect(port, "127.0.0.1");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  socket.on("error", () => {});
  socket.write(bytes);
  // Not `once`, which rejects on an error of the connection.
  await new Promise((closed) => socket.once("close", closed));
  return Buffer.concat(chunks);
}

/** Bytes of an HTTP/1.1 request with `connection: close`. */
export function requestBytes({
  method = "POST",
  path,
  headers = {},
  body = "",
  chunked,
}: RawRequest): Buffer {
  const bytes = Buffer.from(body);
  const all: Record<string, string> = { Host: "127.0.0.1", Connection: "close", ...headers };
  if (chunked) all["Transfer-Encoding"] = "chunked";
  else if (method !== "GET" && method !== "HEAD") all["Content-Length"] ??= String(bytes.byteLength);
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
  if (!chunked) return Buffer.concat([Buffer.from(head, "latin1"), bytes]);
  const size = Buffer.from(`${bytes.byteLength.toString(16)}\r\n`);
  return Buffer.concat([Buffer.from(head, "latin1"), size, bytes, Buffer.from("\r\n0\r\n\r\n")]);
}

/** The reply to one request over a new HTTP/2 connection; trailers are among its headers. */
export async function exchangeHttp2(url: string, request: RawRequest): Promise<RawReply> {
  const session = connectHttp2(url);
  try {
    const method = request.method ?? "POST";
    const lower = Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
    const body = Buffer.from(request.body ?? "");
    const head = { ":method": method, ":path": request.path, ...Object.fromEntries(lower) };
    const stream = session.request(head, { endStream: body.byteLength === 0 });
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    // The server may answer and stop reading before the body is sent.
    stream.on("error", () => {});
    if (body.byteLength > 0) stream.end(body);
    const headers: Record<string, string> = {};
    for (const event of ["response", "trailers"])
      stream.on(event, (received: Record<string, string>) => Object.assign(headers, received));
    await once(stream, "response");
    if (!stream.closed) await once(stream, "close");
    const { ":status": status, date: _date, "x-request-id": _id, ...rest } = headers;
    return { status: Number(status), headers: Object.entries(rest), body: Buffer.concat(chunks) };
  } finally {
    session.destroy();
  }
}

function parseReply(bytes: Buffer): RawReply {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0)
    throw new Error(`no HTTP reply in ${bytes.byteLength} bytes: ${bytes.toString("latin1", 0, 200)}`);
  const [statusLine, ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(statusLine.split(" ")[1]),
    headers: headers.filter(([name]) => !["date", "x-request-id"].includes(name.toLowerCase())),
    body: bytes.subarray(end + 4),
  };
}

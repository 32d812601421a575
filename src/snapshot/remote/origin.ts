import { Readable } from "node:stream";
import { isTerraceError, TerraceError } from "../../runtime/errors.ts";
import { isSnapshotId } from "../store/data-directory.ts";
import { sendAgain } from "./send-again.ts";

/** A published data directory on any server of static files, or a bucket behind one. */
export interface Origin {
  /** Names the current snapshot; undefined when it is the one that was named before. */
  current(signal: AbortSignal): Promise<string | undefined>;
  /** A file of a snapshot as text, of at most the size given. */
  text(snapshotId: string, path: string, mostBytes: number, signal: AbortSignal): Promise<string>;
  /** A file of a snapshot from a byte on, or whole where the server knows no ranges. */
  stream(snapshotId: string, path: string, from: number, signal: AbortSignal): Promise<OriginFile>;
}

export interface OriginFile {
  /** The first byte that comes. */
  readonly from: number;
  readonly body: Readable;
}

/** An id and a newline; what is longer is something else, such as a page that says not found. */
const CURRENT_BYTES = 64;

/** Longest without a byte: a server that hangs is asked again. A file may take as long as it needs. */
const SILENCE_MS = 30_000;

/** The data directory at an address such as `https://data.example/terrace/`. */
export function httpOrigin(address: string, silenceMs = SILENCE_MS): Origin {
  const base = baseOf(address);
  let etag: string | undefined;
  let named: string | undefined;
  const get = async (
    path: string,
    given: AbortSignal,
    headers: Record<string, string> = {},
    isRepeated = true,
  ) => {
    const url = new URL(path, base);
    const silence = new AbortController();
    const late = setTimeout(() => silence.abort(unreachable(url, `no byte in ${silenceMs} ms`)), silenceMs);
    late.unref();
    const signal = AbortSignal.any([given, silence.signal]);
    const send = () => {
      late.refresh();
      return fetch(url, {
        signal,
        headers: { "user-agent": "terrace-follower", "accept-encoding": "identity", ...headers },
        redirect: "follow",
      }).catch((cause: unknown) => {
        throw isTerraceError(cause) ? cause : unreachable(url, reasonOf(cause), cause);
      });
    };
    try {
      const answer = await (isRepeated ? sendAgain(send, signal) : send());
      if (![200, 206, 304].includes(answer.status)) {
        await answer.body?.cancel();
        throw unreachable(url, `status ${answer.status}`);
      }
      return { answer, pieces: heard(answer, late) };
    } catch (error) {
      clearTimeout(late);
      throw error;
    }
  };
  const readText = async (path: string, mostBytes: number, pieces: AsyncIterable<Uint8Array>) => {
    const held: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of pieces) {
      bytes += piece.byteLength;
      if (bytes > mostBytes) throw unreachable(new URL(path, base), `more than ${mostBytes} bytes`);
      held.push(piece);
    }
    return Buffer.concat(held).toString();
  };
  return {
    current: async (signal) => {
      const asked = etag === undefined ? {} : { "if-none-match": etag };
      // Looked at again soon; a server that starts while its origin is away waits for this look.
      const { answer, pieces } = await get("CURRENT", signal, asked, false);
      const text = await readText("CURRENT", CURRENT_BYTES, pieces);
      if (answer.status === 304) return undefined;
      const id = text.trimEnd();
      if (!isSnapshotId(id)) {
        throw unreachable(
          new URL("CURRENT", base),
          `it holds ${JSON.stringify(text.slice(0, 60))}, no snapshot id`,
        );
      }
      etag = answer.headers.get("etag") ?? undefined;
      if (id === named) return undefined;
      named = id;
      return id;
    },
    text: async (snapshotId, path, mostBytes, signal) => {
      const { pieces } = await get(`snapshots/${snapshotId}/${path}`, signal);
      return readText(path, mostBytes, pieces);
    },
    stream: async (snapshotId, path, from, signal) => {
      const range = from === 0 ? {} : { range: `bytes=${from}-` };
      const { answer, pieces } = await get(`snapshots/${snapshotId}/${path}`, signal, range);
      return { from: answer.status === 206 ? from : 0, body: Readable.from(pieces, { objectMode: false }) };
    },
  };
}

/** The pieces of an answer; each puts off the moment at which it counts as silent. */
async function* heard(answer: Response, late: NodeJS.Timeout): AsyncGenerator<Uint8Array, void, void> {
  try {
    for await (const piece of answer.body ?? []) {
      late.refresh();
      yield piece;
      late.refresh();
    }
  } finally {
    clearTimeout(late);
  }
}

function reasonOf(cause: unknown): string {
  const inner = (cause as Error).cause;
  return inner instanceof Error ? inner.message : String(cause);
}

function baseOf(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    throw new TerraceError("bad_config", `--from: "${address}" is no http or https address`);
  }
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}

function unreachable(url: URL, why: string, cause?: unknown): TerraceError {
  return new TerraceError("unavailable", `${url.origin}${url.pathname}: ${why}`, { cause });
}

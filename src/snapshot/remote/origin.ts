import { Readable } from "node:stream";
import { badConfig, isTerraceError, TerraceError } from "../../runtime/errors.ts";
import { isSnapshotId } from "../manifest/manifest.ts";
import { sendWithRetry } from "./send-with-retry.ts";

export type Origin = ReturnType<typeof httpOrigin>;

/** An id and a newline; anything longer is another document, such as an error page. */
const CURRENT_BYTES = 64;

/** Read timeout, and interval of the rate check. */
const SILENCE_MS = 30_000;

/** Minimum rate, slower than a modem: an origin that sends a byte a second would block forever. */
export const MIN_BYTES_A_SECOND = 4096;

const MAX_REDIRECTS = 5;

export interface OriginOptions {
  /** Longest time without a byte. */
  readonly silenceMs?: number;
  readonly leastBytesASecond?: number;
  /** Hosts that the origin may redirect to, in addition to its own. */
  readonly redirectHosts?: readonly string[];
}

/** Reads the data directory published at an address such as `https://data.example/terrace/`. */
export function httpOrigin(address: string, options: OriginOptions = {}) {
  const { silenceMs = SILENCE_MS, leastBytesASecond = MIN_BYTES_A_SECOND, redirectHosts = [] } = options;
  const base = baseOf(address);
  /** Allows redirects to known hosts only, and never from https to http. */
  const mayFollow = (from: URL, to: URL) =>
    ["http:", "https:"].includes(to.protocol) &&
    (from.protocol !== "https:" || to.protocol === "https:") &&
    (to.hostname === base.hostname || redirectHosts.includes(to.hostname));
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
    const ask = async (at: URL, redirectsLeft: number): Promise<Response> => {
      const answer = await fetch(at, {
        signal,
        headers: { "user-agent": "terrace-follower", "accept-encoding": "identity", ...headers },
        redirect: "manual",
      }).catch((cause: unknown) => {
        throw isTerraceError(cause) ? cause : unreachable(url, reasonOf(cause), cause);
      });
      const location = REDIRECTS.includes(answer.status) ? answer.headers.get("location") : null;
      if (location === null || !URL.canParse(location, at.href)) return answer;
      await answer.body?.cancel();
      const to = new URL(location, at);
      if (redirectsLeft === 0) throw unreachable(url, `more than ${MAX_REDIRECTS} redirects`);
      if (mayFollow(at, to)) return ask(to, redirectsLeft - 1);
      throw unreachable(url, `it redirects to ${to.origin}, which TERRACE_FROM_REDIRECT_HOSTS does not name`);
    };
    const send = () => {
      late.refresh();
      return ask(url, MAX_REDIRECTS);
    };
    try {
      const answer = await (isRepeated ? sendWithRetry(send, signal) : send());
      if (![200, 206, 304].includes(answer.status)) {
        await answer.body?.cancel();
        throw unreachable(url, `status ${answer.status}`);
      }
      const tooSlow = () => silence.abort(slow(url, leastBytesASecond));
      return {
        answer,
        pieces: timedChunks(answer, late, {
          everyMs: silenceMs,
          least: (leastBytesASecond * silenceMs) / 1000,
          tooSlow,
        }),
      };
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
    /** Id of the current snapshot; undefined if unchanged since the last call. */
    current: async (signal: AbortSignal) => {
      const asked = etag === undefined ? {} : { "if-none-match": etag };
      // No retries: the next poll comes soon, and a server waits for this one when it starts.
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
    /** A file of a snapshot as a string; throws if it is longer than `mostBytes`. */
    text: async (snapshotId: string, path: string, mostBytes: number, signal: AbortSignal) => {
      const { pieces } = await get(`snapshots/${snapshotId}/${path}`, signal);
      return readText(path, mostBytes, pieces);
    },
    /** Streams a file from byte `from` on, or from 0 if the server ignores ranges; returns the real start. */
    stream: async (snapshotId: string, path: string, from: number, signal: AbortSignal) => {
      const range = from === 0 ? {} : { range: `bytes=${from}-` };
      const { answer, pieces } = await get(`snapshots/${snapshotId}/${path}`, signal, range);
      return { from: answer.status === 206 ? from : 0, body: Readable.from(pieces, { objectMode: false }) };
    },
  };
}

const REDIRECTS = [301, 302, 303, 307, 308];

/** Yields chunks of a response. Each restarts the read timeout; `tooSlow` is called below `least` bytes. */
async function* timedChunks(
  answer: Response,
  late: NodeJS.Timeout,
  {
    everyMs,
    least,
    tooSlow,
  }: { readonly everyMs: number; readonly least: number; readonly tooSlow: () => void },
): AsyncGenerator<Uint8Array, void, void> {
  let bytes = 0;
  // Time that the consumer takes to store a chunk does not count.
  let isAwaited = true;
  const look = setInterval(() => {
    // No bytes at all are left to the read timeout.
    if (isAwaited && bytes > 0 && bytes < least) tooSlow();
    bytes = 0;
  }, everyMs);
  look.unref();
  try {
    for await (const piece of answer.body ?? []) {
      bytes += piece.byteLength;
      late.refresh();
      isAwaited = false;
      yield piece;
      isAwaited = true;
      late.refresh();
    }
  } finally {
    clearInterval(look);
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
    throw badConfig(`--from: "${address}" is not an http or https address`);
  }
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}

/** Not retryable: the origin answers, and resuming would go on forever. */
function slow(url: URL, least: number): TerraceError {
  return new TerraceError(
    "deadline_exceeded",
    `${url.origin}${url.pathname}: less than ${least} bytes a second`,
  );
}

function unreachable(url: URL, why: string, cause?: unknown): TerraceError {
  return new TerraceError("unavailable", `${url.origin}${url.pathname}: ${why}`, { cause });
}

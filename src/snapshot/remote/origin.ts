import { Readable } from "node:stream";
import { TerraceError } from "../../runtime/errors.ts";
import { isSnapshotId } from "../store/data-directory.ts";

/** A published data directory on any server of static files, or a bucket behind one. */
export interface Origin {
  /** Names the current snapshot; undefined when it is the one that was named before. */
  current(signal: AbortSignal): Promise<string | undefined>;
  /** A file of a snapshot as text, of at most the size given. */
  text(snapshotId: string, path: string, mostBytes: number, signal: AbortSignal): Promise<string>;
  /** A file of a snapshot. */
  stream(snapshotId: string, path: string, signal: AbortSignal): Promise<Readable>;
}

/** An id and a newline; what is longer is something else, such as a page that says not found. */
const CURRENT_BYTES = 64;

/** Longest until the first byte: a server that hangs is asked again. */
const ANSWER_MS = 30_000;

/** The data directory at an address such as `https://data.example/terrace/`. */
export function httpOrigin(address: string): Origin {
  const base = baseOf(address);
  let etag: string | undefined;
  let named: string | undefined;
  const get = async (path: string, signal: AbortSignal, headers: Record<string, string> = {}) => {
    const url = new URL(path, base);
    const late = AbortSignal.timeout(ANSWER_MS);
    const answer = await fetch(url, {
      signal: AbortSignal.any([signal, late]),
      headers: { "user-agent": "terrace-follower", "accept-encoding": "identity", ...headers },
      redirect: "follow",
    }).catch((cause: unknown) => {
      throw unreachable(
        url,
        (cause as Error).cause instanceof Error ? ((cause as Error).cause as Error).message : String(cause),
        cause,
      );
    });
    if (answer.status === 200 || answer.status === 304) return answer;
    await answer.body?.cancel();
    throw unreachable(url, `status ${answer.status}`);
  };
  const readText = async (path: string, mostBytes: number, signal: AbortSignal, answer?: Response) => {
    const found = answer ?? (await get(path, signal));
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of found.body ?? []) {
      bytes += piece.byteLength;
      if (bytes > mostBytes) throw unreachable(new URL(path, base), `more than ${mostBytes} bytes`);
      pieces.push(piece);
    }
    return Buffer.concat(pieces).toString();
  };
  return {
    current: async (signal) => {
      const answer = await get("CURRENT", signal, etag === undefined ? {} : { "if-none-match": etag });
      if (answer.status === 304) return undefined;
      const text = await readText("CURRENT", CURRENT_BYTES, signal, answer);
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
    text: (snapshotId, path, mostBytes, signal) =>
      readText(`snapshots/${snapshotId}/${path}`, mostBytes, signal),
    stream: async (snapshotId, path, signal) => {
      const answer = await get(`snapshots/${snapshotId}/${path}`, signal);
      return Readable.fromWeb(answer.body as never);
    },
  };
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

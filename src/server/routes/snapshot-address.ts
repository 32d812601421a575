import type { IncomingMessage } from "node:http";
import { Code } from "@connectrpc/connect";
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import { SWITCHED_TABLES } from "../../domains/withheld-tables.ts";
import type { AddressedSnapshot, Engine } from "../../engine/engine.ts";
import { abortError, deadlineExceeded } from "../../runtime/abort.ts";
import { type ErrorCode, isTerraceError } from "../../runtime/errors.ts";
import type { SnapshotManifest } from "../../snapshot/manifest/manifest.ts";
import { withdrawnSource } from "../../snapshot/manifest/withdrawn-source.ts";
import { type Addresses, findAddress, readAddresses } from "../../snapshot/store/addresses.ts";
import { type CallRefusal, refuseCall } from "../wire/http/refuse-call.ts";
import type { SnapshotAddress } from "../wire/http/request-decorations.ts";
import { whenClosed } from "../wire/http/when-closed.ts";

/** Header that selects a snapshot for clients that cannot add a path prefix, such as gRPC. */
const SNAPSHOT_HEADER = "terrace-snapshot";

const PREFIX = /^(?:https?:\/\/[^/?#]*)?\/at\/([^/?#]*)(.*)$/is;

/** A snapshot's files, equivalent to the same path under `/at/`. */
const FILES = /^\/v1\/snapshots\/([^/?#]+)\/((?:tables\/|columns\.arrow|catalog\.json).*)$/s;

type Url = (request: Pick<IncomingMessage, "url">) => string;

interface Asked {
  readonly name: string;
  readonly rest: string;
}

const askedBy = new WeakMap<object, Asked>();

/** Strips `/at/<snapshot>` from a URL before routing, and remembers it for the hook. */
export function addressedUrls(then: Url = ({ url = "/" }) => url): Url {
  return (request) => {
    const [, id, file] = FILES.exec(request.url ?? "") ?? [];
    const [, name = id, rest = `/v1/${file}`] = PREFIX.exec(request.url ?? "") ?? [];
    if (name === undefined) return then(request);
    askedBy.set(request, { name, rest });
    return then({ url: rest.startsWith("/") ? rest : `/${rest}` });
  };
}

export interface SnapshotAddressOptions {
  readonly engine: Engine;
  readonly dataDir: string;
  /** Monotonic clock, milliseconds. */
  readonly monotonicMs: () => number;
  readonly timeoutMs: number;
  readonly onError: (error: unknown) => void;
}

/** How long a listing of the data directory is cached. */
const LOOK_EVERY_MS = 250;

const PROBLEMS = {
  malformed: { code: Code.InvalidArgument, status: 400 },
  unknown: { code: Code.NotFound, status: 404 },
  removed: { code: Code.NotFound, status: 410 },
} as const;

const FAILURES: Partial<Record<ErrorCode, CallRefusal["code"]>> = {
  permission_denied: Code.PermissionDenied,
  deadline_exceeded: Code.Unavailable,
};

/**
 * A hook that pins the snapshot that a request names until its answer is sent. It is passed on in async
 * context: the engine then uses it in all handlers.
 */
export function snapshotAddressHook(options: SnapshotAddressOptions): onRequestHookHandler {
  const { engine, dataDir, monotonicMs, timeoutMs, onError } = options;
  let looked: { readonly atMs: number; readonly addresses: Promise<Addresses> } | undefined;
  const look = () => {
    const atMs = monotonicMs();
    if (looked === undefined || atMs - looked.atMs >= LOOK_EVERY_MS) {
      looked = { atMs, addresses: readAddresses(dataDir) };
    }
    return looked.addresses;
  };
  const open = async (request: FastifyRequest, reply: FastifyReply, asked: Asked, done: () => void) => {
    const refuse = (refusal: CallRefusal) => {
      reply.header("cache-control", "no-store");
      refuseCall(request, reply, { ...refusal, message: asciiOf(refusal.message) });
    };
    const found = findAddress(await look(), asked.name);
    if ("problem" in found) return refuse({ ...PROBLEMS[found.problem], message: found.message });
    const stop = new AbortController();
    let opened: AddressedSnapshot | undefined;
    whenClosed(reply, () => {
      stop.abort();
      opened?.release();
    });
    const timer = setTimeout(() => stop.abort(deadlineExceeded()), timeoutMs);
    try {
      opened = await engine.at(found.snapshotId, stop.signal);
    } catch (error) {
      if (stop.signal.aborted && isTerraceError(abortError(stop.signal), "canceled")) return;
      if (!isTerraceError(error)) onError(error);
      const code = (isTerraceError(error) ? FAILURES[error.code] : undefined) ?? Code.Unavailable;
      const isUnreadable = isTerraceError(error, "bad_snapshot");
      if (isUnreadable) {
        onError(error);
        return refuse({ ...PROBLEMS.removed, message: `snapshot "${found.snapshotId}" cannot be opened` });
      }
      const message = `snapshot "${found.snapshotId}" could not be opened in time; ask again`;
      return refuse({ code, message, headers: { "retry-after": "5" } });
    } finally {
      clearTimeout(timer);
    }
    const snapshot = opened;
    if (stop.signal.aborted) return snapshot.release();
    const { manifest } = snapshot.view;
    const withdrawn = withdrawnSource(manifest, engine.manifest);
    if (withdrawn !== undefined) {
      const message = `snapshot "${found.snapshotId}" has rows of ${withdrawn}, which are withheld now`;
      return refuse({ code: Code.PermissionDenied, message });
    }
    if (found.by !== "id") reply.header("content-location", `/at/${found.snapshotId}${asked.rest}`);
    request.terraceAddress = addressOf(found.by, manifest);
    // Body events are emitted in the connection's async context, which other requests share.
    const { raw } = request;
    const emit = raw.emit.bind(raw) as (...event: unknown[]) => boolean;
    raw.emit = (...event: unknown[]) => snapshot.run(() => emit(...event));
    snapshot.run(done);
  };
  return function takeSnapshot(request, reply, done) {
    const byPath = askedBy.get(request.raw);
    const byHeader = request.headers[SNAPSHOT_HEADER];
    if (byPath === undefined && byHeader === undefined) return done();
    if (byPath !== undefined && byHeader !== undefined && byHeader !== byPath.name) {
      const message = `the path and ${SNAPSHOT_HEADER} name different snapshots; send one of them`;
      refuseCall(request, reply as FastifyReply, { code: Code.InvalidArgument, message });
      return;
    }
    if (byPath !== undefined && !byPath.rest.startsWith("/") && request.method === "GET") {
      (reply as FastifyReply).redirect(`/at/${byPath.name}/${byPath.rest}`, 308);
      return;
    }
    const asked = byPath ?? { name: String(byHeader), rest: request.url };
    open(request, reply as FastifyReply, asked, done).catch((error: unknown) => {
      onError(error);
      const message = "the snapshots cannot be read at the moment";
      refuseCall(request, reply as FastifyReply, { code: Code.Unavailable, message });
    });
  };
}

/** gRPC sends messages in a header. */
function asciiOf(message: string): string {
  return message.replaceAll(/[^\x20-\x7e]/g, "?");
}

/** Irrevocable licences. */
const PERMANENT_LICENCE = /^((MIT, )?CC-BY-[34]\.0(-AU)?|CC0-1\.0)$/;

const IMMUTABLE = "public, max-age=31536000, immutable";
const SHORT = "public, max-age=60, must-revalidate";
const REVALIDATE = "no-cache";

function addressOf(by: "id" | "tag" | "day", manifest: SnapshotManifest): SnapshotAddress {
  const isPermanent = (table: string) =>
    !SWITCHED_TABLES.test(table) &&
    (manifest.synthetic ||
      manifest.sources.every(
        ({ tables, licence }) => !tables.includes(table) || PERMANENT_LICENCE.test(licence),
      ));
  return {
    prefix: `/at/${manifest.snapshotId}`,
    cacheControl: (tables = []) => {
      if (tables.length === 0 || !tables.every(isPermanent)) return REVALIDATE;
      return by === "id" ? IMMUTABLE : SHORT;
    },
  };
}

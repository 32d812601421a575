import { signal } from "@preact/signals";
import { createTerraceClient } from "terrace/client";
import { SNAPSHOT_PATH } from "./snapshot-path.ts";

/** Instant until which the server asked us to wait; 0 when it did not. */
export const limitedUntil = signal(0);
/** Calls a minute that the server allows us, once it has refused one. */
export const callsAllowed = signal(60);
/** True while the server does not answer. */
export const isOffline = signal(false);
/** Snapshot that the newest answer came from, and the instant that its figures stand for. */
export const served = signal({ snapshotId: "", asOf: "" });

/** Calls in flight at once; more would only wait in the browser's queue, before what the reader asked for last. */
const MOST_IN_FLIGHT = 4;

let inFlight = 0;
const waiting: (() => void)[] = [];

/** The browser's fetch, which notes refusals, silence and new snapshots, and retries once after a refusal. */
export const watchedFetch: typeof fetch = async (input, init) => {
  if (inFlight >= MOST_IN_FLIGHT) await new Promise<void>((go) => waiting.push(go));
  inFlight++;
  try {
    let response = await ask(input, init);
    if (response.status === 429) {
      const seconds = Number(response.headers.get("retry-after") ?? "5");
      limitedUntil.value = Date.now() + seconds * 1000;
      callsAllowed.value = Number(response.headers.get("x-ratelimit-limit") ?? callsAllowed.peek());
      await wait(seconds * 1000 + Math.random() * 500, init?.signal ?? undefined);
      response = await ask(input, init);
      if (response.status !== 429) limitedUntil.value = 0;
    }
    return response;
  } finally {
    inFlight--;
    waiting.shift()?.();
  }
};

/**
 * What is read of a path's answer in JSON; undefined where that is refused or cannot be read, or the server is away: the
 * notice says so.
 */
export async function jsonAt<Answer, T>(path: string, read: (answer: Answer) => T): Promise<T | undefined> {
  try {
    const response = await watchedFetch(path);
    return response.ok ? read((await response.json()) as Answer) : undefined;
  } catch {
    return undefined;
  }
}

async function ask(input: RequestInfo | URL, init: RequestInit | undefined): Promise<Response> {
  try {
    // The browser keeps every answer under its address and a tag that names the snapshot, and asks whether it still
    // holds: columns are fetched once a snapshot, also on plain http, where no other store of that size is to be had.
    const response = await fetch(input, { ...init, credentials: "same-origin", cache: "no-cache" });
    isOffline.value = false;
    const snapshotId = response.headers.get("x-terrace-snapshot") ?? "";
    if (isOwn(input) && response.ok && snapshotId !== "" && snapshotId !== served.peek().snapshotId)
      served.value = { snapshotId, asOf: response.headers.get("x-terrace-as-of") ?? "" };
    return response;
  } catch (error) {
    if (init?.signal?.aborted !== true) isOffline.value = true;
    throw error;
  }
}

/** Whether a call asks what the page shows, and not another snapshot to compare with. */
function isOwn(input: RequestInfo | URL): boolean {
  const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
  return SNAPSHOT_PATH === "" ? !pathname.startsWith("/at/") : pathname.startsWith(`${SNAPSHOT_PATH}/`);
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

const clientAt = (path: string) =>
  createTerraceClient({ baseUrl: location.origin + path, fetch: watchedFetch, useHttpGet: true });

/** The server that served this page. */
export const terrace = clientAt(SNAPSHOT_PATH);

/** The same about another snapshot. */
export const terraceAt = (snapshotId: string) => clientAt(`/at/${snapshotId}`);

import { signal } from "@preact/signals";
import { createTerraceClient } from "terrace/client";
import { SNAPSHOT_PATH } from "./snapshot-path.ts";

/** Time (Unix ms) until which the server asked us to wait; 0 if it did not. */
export const limitedUntil = signal(0);
/** Rate limit in calls a minute, as of the last 429. */
export const callsAllowed = signal(60);
/** True while the server is unreachable. */
export const isOffline = signal(false);
/** Snapshot of the newest answer, and the instant that its figures are as of. */
export const served = signal({ snapshotId: "", asOf: "" });

/** Maximum calls in flight: more would only queue in the browser, ahead of what the reader asks for last. */
const MAX_IN_FLIGHT = 4;

let inFlight = 0;
const waiting: (() => void)[] = [];

/** fetch that limits calls in flight, notes 429s, lost connections and new snapshots; retries 429s once. */
export const watchedFetch: typeof fetch = async (input, init) => {
  if (inFlight >= MAX_IN_FLIGHT) await new Promise<void>((go) => waiting.push(go));
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

/** Fetches JSON for `read`; undefined if refused, unreadable or offline, which a notice shows. */
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
    // The HTTP cache revalidates answers by ETag, which names the snapshot: columns are downloaded once a
    // snapshot, also on plain http, where no other storage of that size is available.
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

/** Whether a call is about the snapshot that the page shows, not one to compare with. */
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

/** Client for the snapshot of this page. */
export const terrace = clientAt(SNAPSHOT_PATH);

export const terraceAt = (snapshotId: string) => clientAt(`/at/${snapshotId}`);

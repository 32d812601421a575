import { setTimeout } from "node:timers/promises";

/** Waits before a request is sent again: servers and buckets are busy now and then. */
const WAITS_MS = [200, 1000];

/**
 * The answer to a request that may be repeated; sent again when nothing answers or the server says that it is busy or
 * failed, unless the signal has fired.
 */
export async function sendAgain(send: () => Promise<Response>, signal: AbortSignal): Promise<Response> {
  for (const waitMs of WAITS_MS) {
    try {
      const answer = await send();
      if (answer.status !== 429 && answer.status < 500) return answer;
      await answer.body?.cancel();
    } catch (error) {
      if (signal.aborted) throw error;
    }
    // A signal that fires meanwhile ends the next request at once.
    await setTimeout(waitMs, undefined, { signal }).catch(() => {});
  }
  return send();
}

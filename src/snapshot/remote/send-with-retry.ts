import { setTimeout } from "node:timers/promises";

/** Delays before retries. */
const WAITS_MS = [200, 1000];

/** Sends an idempotent request; retries on connection errors, 429 and 5xx, unless the signal is aborted. */
export async function sendWithRetry(send: () => Promise<Response>, signal: AbortSignal): Promise<Response> {
  for (const waitMs of WAITS_MS) {
    try {
      const answer = await send();
      if (answer.status !== 429 && answer.status < 500) return answer;
      await answer.body?.cancel();
    } catch (error) {
      if (signal.aborted) throw error;
    }
    // After an abort, the next `send` fails at once.
    await setTimeout(waitMs, undefined, { signal }).catch(() => {});
  }
  return send();
}

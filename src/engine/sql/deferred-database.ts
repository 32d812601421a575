import { abortError } from "./connection-pool.ts";
import type { ServingDatabase } from "./database.ts";

/** A database that may still be loading: queries wait for it, or for their deadline. */
export function deferredDatabase(opening: Promise<ServingDatabase>): ServingDatabase {
  let opened: ServingDatabase | undefined;
  opening.then(
    (database) => {
      opened = database;
    },
    () => {},
  );
  return {
    query: async (question, parameters, signal) => {
      const database = opened ?? (await untilOpen(opening, signal));
      return database.query(question, parameters, signal);
    },
    load: () => opened?.load() ?? { running: 0, waiting: 0, queries: 0 },
    close: () =>
      opening.then(
        (database) => database.close(),
        () => {},
      ),
  };
}

function untilOpen(
  opening: Promise<ServingDatabase>,
  signal: AbortSignal | undefined,
): Promise<ServingDatabase> {
  if (signal === undefined) return opening;
  if (signal.aborted) return Promise.reject(abortError(signal));
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(abortError(signal));
    signal.addEventListener("abort", onAbort, { once: true });
    opening.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

import { untilAborted } from "../../runtime/abort.ts";
import { lazy } from "../../runtime/lazy.ts";
import type { ServingDatabase } from "./database.ts";

/** A database opened by the first query. Queries wait until their deadline; the next retries a failure. */
export function deferredDatabase(open: () => Promise<ServingDatabase>): ServingDatabase {
  let opened: ServingDatabase | undefined;
  let opening: Promise<ServingDatabase> | undefined;
  const openOnce = lazy(async () => (opened = await open()));
  const start = () => (opening = openOnce());
  return {
    query: async (question, parameters, signal) => {
      const database = opened ?? (await untilAborted(start(), signal));
      return database.query(question, parameters, signal);
    },
    load: () => opened?.load() ?? { running: 0, waiting: 0, queries: 0 },
    close: async () => {
      // Never opened, or failed to open: nothing to close.
      await opening?.catch(() => undefined);
      await opened?.close();
    },
  };
}

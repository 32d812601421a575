import { untilAborted } from "../../runtime/abort.ts";
import { lazy } from "../../runtime/lazy.ts";
import type { ServingDatabase } from "./database.ts";

/**
 * A database that is opened when it is first needed: queries wait for it, or for their deadline. When it cannot be opened,
 * the next query tries again.
 */
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
      // One that never opened has nothing to close.
      await opening?.catch(() => undefined);
      await opened?.close();
    },
  };
}

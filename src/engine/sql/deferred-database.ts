import { untilAborted } from "../../runtime/abort.ts";
import type { ServingDatabase } from "./database.ts";

/** A database that is opened when it is first needed: queries wait for it, or for their deadline. */
export function deferredDatabase(open: () => Promise<ServingDatabase>): ServingDatabase {
  let opening: Promise<ServingDatabase> | undefined;
  let opened: ServingDatabase | undefined;
  const start = () => {
    opening ??= open().then((database) => {
      opened = database;
      return database;
    });
    return opening;
  };
  return {
    query: async (question, parameters, signal) => {
      const database = opened ?? (await untilAborted(start(), signal));
      return database.query(question, parameters, signal);
    },
    load: () => opened?.load() ?? { running: 0, waiting: 0, queries: 0 },
    close: async () => {
      // A database that never opened has nothing to close.
      const database = await opening?.catch(() => undefined);
      await database?.close();
    },
  };
}

import { untilAborted } from "../../runtime/abort.ts";
import type { ServingDatabase } from "./database.ts";

export interface DeferredDatabase extends ServingDatabase {
  /** Starts loading unless that has begun; resolves when queries need not wait any more. */
  ready(): Promise<void>;
}

/** A database that is opened when it is first needed, or told to: queries wait for it, or for their deadline. */
export function deferredDatabase(open: () => Promise<ServingDatabase>): DeferredDatabase {
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
    ready: async () => void (await start()),
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

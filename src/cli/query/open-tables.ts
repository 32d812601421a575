import { join } from "node:path";
import { hiddenName, hiddenTables } from "../../domains/withheld-tables.ts";
import type { Sandbox } from "../../engine/sql/sandbox.ts";
import type { Switches } from "../../rpc/switches.ts";
import { TerraceError } from "../../runtime/errors.ts";
import { TABLES_FOLDER } from "../../snapshot/manifest/manifest.ts";
import { openSnapshotDirectory } from "../../snapshot/store/open.ts";

/** Memory limit of queries on the command line, where there is a single caller. */
const MEMORY_MB = 1024;

/** A data directory or the directory of one snapshot, with its current switches. */
export interface ShownData {
  readonly path: string;
  readonly switches: () => Switches;
}

export type OpenTables = Awaited<ReturnType<typeof openTables>>;

/** Opens the visible plain tables of the current snapshot, which stays pinned until `close`. */
export async function openTables({ path, switches }: ShownData, signal: AbortSignal) {
  const { directory, manifest, pin } = await openSnapshotDirectory(path, { signal });
  try {
    const { openSandbox } = await import("../../engine/sql/sandbox.ts");
    const shown = switches();
    const whole = await openSandbox({
      directory: join(directory, TABLES_FOLDER),
      tables: manifest.tables,
      hidden: hiddenTables(shown),
      memoryLimitMb: MEMORY_MB,
    });
    const sandbox: Sandbox = {
      ...whole,
      ask: async (sql, stop) => {
        if (hiddenName(switches()) === hiddenName(shown)) return whole.ask(sql, stop);
        throw new TerraceError("unavailable", "the withheld data has changed; restart the shell");
      },
    };
    return {
      sandbox,
      manifest,
      close: async () => {
        sandbox.close();
        await pin.release();
      },
    };
  } catch (error) {
    await pin.release();
    throw error;
  }
}

import { join } from "node:path";
import { hiddenName, hiddenTables } from "../../domains/withheld-tables.ts";
import type { Sandbox } from "../../engine/sql/sandbox.ts";
import type { Switches } from "../../rpc/switches.ts";
import { TerraceError } from "../../runtime/errors.ts";
import { TABLES_FOLDER } from "../../snapshot/manifest/manifest.ts";
import { openSnapshotDirectory } from "../../snapshot/store/open.ts";

/** Memory for questions on the command line, where nobody else waits for it. */
const MEMORY_MB = 1024;

/** A data directory, or a snapshot's own, and what may be shown of it at this moment. */
export interface ShownData {
  readonly path: string;
  readonly switches: () => Switches;
}

/** The plain tables of a data directory's current snapshot, and what is known of it. */
export type OpenTables = Awaited<ReturnType<typeof openTables>>;

/** Opens them as the switches let them be seen, pinned until they are closed. */
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
        throw new TerraceError("unavailable", "what may be shown has changed; start again");
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

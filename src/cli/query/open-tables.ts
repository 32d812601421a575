import { join } from "node:path";
import type { Sandbox } from "../../engine/sql/sandbox.ts";
import { type SnapshotManifest, TABLES_FOLDER } from "../../snapshot/manifest/manifest.ts";
import { openCurrent } from "../../snapshot/store/open.ts";

/** Memory for questions on the command line, where nobody else waits for it. */
const MEMORY_MB = 1024;

/** The plain tables of a data directory's current snapshot, and what is known of it. */
export interface OpenTables {
  readonly sandbox: Sandbox;
  readonly manifest: SnapshotManifest;
  close(): Promise<void>;
}

/** Opens them, pinned until they are closed. */
export async function openTables(dataDir: string, signal: AbortSignal): Promise<OpenTables> {
  const { directory, manifest, pin } = await openCurrent(dataDir, { signal });
  try {
    const { openSandbox } = await import("../../engine/sql/sandbox.ts");
    const sandbox = await openSandbox({
      directory: join(directory, TABLES_FOLDER),
      tables: manifest.tables,
      memoryLimitMb: MEMORY_MB,
    });
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

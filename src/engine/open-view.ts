import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { COLUMNS_FILE, TABLES_FOLDER } from "../snapshot/manifest.ts";
import type { VerifiedSnapshot } from "../snapshot/open.ts";
import { loadColumns } from "./columns/load-columns.ts";
import type { OwnedView } from "./engine.ts";
import { inlineFilter, inlineScratchBytes } from "./filter/inline-filter.ts";
import { openServingDatabase } from "./sql/database.ts";
import { derivedValues } from "./view.ts";

export interface OpenViewOptions {
  readonly sqlConnections: number;
  readonly sqlWaiting: number;
}

/** A view of a verified snapshot, its columns and tables in memory; its files are not needed any more. */
export async function openView(snapshot: VerifiedSnapshot, options: OpenViewOptions): Promise<OwnedView> {
  const { directory, manifest } = snapshot;
  const opening = openServingDatabase({
    directory: join(directory, TABLES_FOLDER),
    tables: manifest.tables,
    connections: options.sqlConnections,
    maxWaiting: options.sqlWaiting,
  });
  // Heard below; without a listener a failure while the columns load would end the process.
  opening.catch(() => {});
  const columns = loadColumns(await readFile(join(directory, COLUMNS_FILE)), manifest, {
    reserveBytes: inlineScratchBytes(manifest.national.suburbs),
  });
  const suburbs = inlineFilter(columns);
  const database = await opening;
  return {
    view: { manifest, columns, suburbs, database, derived: derivedValues() },
    close: async () => {
      await Promise.all([suburbs.close(), database.close()]);
    },
  };
}

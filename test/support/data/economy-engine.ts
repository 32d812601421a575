import { ECONOMY_AGGREGATES } from "../../../src/domains/economy/aggregates/index.ts";
import { Engine } from "../../../src/engine/engine.ts";
import { derivedValues, type SnapshotView } from "../../../src/engine/view.ts";
import type { BuildDatabase } from "../../../src/snapshot/build/write-tables.ts";
import { smallManifest } from "../country/small-snapshot.ts";
import { serveAggregates } from "./serve-aggregates.ts";

/** An engine over the economy's tables alone: a view without suburb columns. */
export async function economyEngine(db: BuildDatabase): Promise<Engine> {
  const database = await serveAggregates(db, ECONOMY_AGGREGATES);
  const view = {
    manifest: smallManifest(1),
    database,
    heavyWork: { hasThreads: false, maxWaiting: 16 },
    derived: derivedValues().derived,
  };
  return new Engine({ view: view as unknown as SnapshotView, close: () => database.close() });
}

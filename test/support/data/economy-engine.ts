import { ECONOMY_AGGREGATES } from "../../../src/domains/economy/aggregates/index.ts";
import { ECONOMY_PAGES } from "../../../src/domains/economy/pages/index.ts";
import { Engine } from "../../../src/engine/engine.ts";
import type { BuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";
import { serveAggregates } from "./serve-aggregates.ts";

/** An engine over the economy's tables alone: a view without suburb columns. */
export async function economyEngine(db: BuildDatabase): Promise<Engine> {
  return new Engine(await serveAggregates(db, ECONOMY_AGGREGATES, ECONOMY_PAGES));
}

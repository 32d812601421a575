import type { ServingDatabase } from "../../../engine/sql/database.ts";
import { TerraceError } from "../../../runtime/errors.ts";
import { loadOnce } from "../../../runtime/lazy.ts";
import type { CorrelationThread, CorrelationThreadOptions } from "./correlation-thread.ts";
import type { Economy } from "./economy.ts";

export interface LateEconomy extends Economy {
  /** Resolves when correlations under way have ended and their thread is gone. */
  close(): Promise<void>;
}

/** The economic part of a snapshot, whose code is loaded with the first question: filters are answered before. */
export function lateEconomy(database: ServingDatabase, options: CorrelationThreadOptions): LateEconomy {
  let isClosed = false;
  let correlations: CorrelationThread | undefined;
  const economy = loadOnce(async () => {
    const [{ openEconomy }, { correlationThread }] = await Promise.all([
      import("./economy.ts"),
      import("./correlation-thread.ts"),
    ]);
    if (isClosed) throw new TerraceError("unavailable", "the snapshot is closed");
    correlations = correlationThread(options);
    return openEconomy(database, correlations.run);
  });
  return {
    catalogue: async () => (await economy()).catalogue(),
    listSeries: async (filter) => (await economy()).listSeries(filter),
    seriesData: async (query) => (await economy()).seriesData(query),
    seriesCorrelations: async (query, signal) => (await economy()).seriesCorrelations(query, signal),
    correlateSeries: async (query, signal) => (await economy()).correlateSeries(query, signal),
    stateCompanies: async (state, limit, signal) => (await economy()).stateCompanies(state, limit, signal),
    stateCompanyAggregates: async (signal) => (await economy()).stateCompanyAggregates(signal),
    publication: async (signal) => (await economy()).publication(signal),
    warm: async () => (await economy()).warm(),
    close: async () => {
      isClosed = true;
      await correlations?.close();
    },
  };
}

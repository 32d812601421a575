import { inject } from "vitest";
import {
  createTerraceClient,
  MarketService,
  PoliticiansService,
  type TerraceClient,
} from "../../../src/client.ts";
import { serveCountry } from "../country/serve-country.ts";
import { opened } from "../run/fixtures.ts";

interface ServedOptions {
  /** Default: the shared country. */
  readonly dataDir?: () => string | Promise<string>;
  readonly metrics?: readonly string[];
}

/** Serves a country for the tests of a file or suite, with a client and a frame of its suburbs. */
export function servedCountry({
  dataDir = () => inject("country").dataDir,
  metrics = [],
}: ServedOptions = {}) {
  const serving = opened(async () => serveCountry(await dataDir()));
  const terrace = opened(() => clientOf(serving));
  const frame = opened(() => terrace.localFrame("AU", metrics));
  return { serving, terrace, frame };
}

/** A client of a server, or of a path below it. */
export const clientOf = ({ url }: { readonly url: string }, path = "") =>
  createTerraceClient({ baseUrl: url + path, userAgent: "terrace-tests/1" });

/** A security of the newest report. */
export async function newestStock(terrace: TerraceClient) {
  const market = terrace.service(MarketService);
  const { latestDate: date } = await market.getAvailableDates({ limit: 1 });
  return (await market.getMarketByDate({ date, limit: 1, ordinaryOnly: true })).stocks[0];
}

/** A member of parliament's slug in addresses. */
export async function memberSlug(terrace: TerraceClient): Promise<string> {
  const { summaries } = await terrace.service(PoliticiansService).listPoliticianSummaries({ limit: 1 });
  return summaries[0].politician!.slug;
}

import { appendFile, cp } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { inject } from "vitest";
import { buildSnapshot } from "../../../src/library/build-snapshot.ts";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { copyKept, type SharedCountry } from "./shared-country.ts";

const NOWHERE = "SUBURB:NOWHERE";

/**
 * The opinion country with a fifth of its listings moved to regions of other suburbs, some to a region
 * without a suburb: adverts of one address are then in several suburbs and states.
 */
export async function scatteredCountry(root: string, seed: number): Promise<SharedCountry> {
  const country = inject("opinionCountry");
  const datasetDir = join(root, "dataset");
  await cp(country.datasetDir, datasetDir, { recursive: true });
  await appendFile(join(datasetDir, "house_price_regions.csv"), `${NOWHERE},suburb,Nowhere,NSW,,\n`);
  const listings = join(datasetDir, "property_listings.csv");
  const db = await (await DuckDBInstance.create()).connect();
  await db.run(`
    CREATE TABLE listings AS FROM read_csv('${listings}', all_varchar = true);
    CREATE TABLE places AS
    SELECT region_code, sal_code, row_number() OVER (ORDER BY region_code) - 1 AS place
    FROM (SELECT DISTINCT region_code, sal_code FROM listings UNION SELECT '${NOWHERE}', NULL);
    COPY (
      SELECT listings.* REPLACE (
        CASE WHEN is_moved THEN places.region_code ELSE listings.region_code END AS region_code,
        CASE WHEN is_moved THEN places.sal_code ELSE listings.sal_code END AS sal_code
      )
      FROM (
        SELECT *, hash(id, ${seed}) % 5 = 0 AS is_moved, hash(id, ${seed}, 1) % (SELECT count(*) FROM places) AS place
        FROM listings
      ) AS drawn JOIN places USING (place) JOIN listings USING (id)
      ORDER BY id::INTEGER
    ) TO '${listings}' (HEADER)`);
  db.closeSync();
  const dataDir = await copyKept(join(root, "data"), country);
  const built = await buildSnapshot({ datasetDir, dataDir, strict: true });
  await publishSnapshot(built.directory, dataDir);
  await built.discard();
  return { datasetDir, dataDir };
}

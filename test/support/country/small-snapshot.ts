import { createHash } from "node:crypto";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { STATE_CODES } from "../../../src/dataset/states.ts";
import {
  indexVersion,
  manifestFrom,
  manifestText,
  type SnapshotManifest,
} from "../../../src/snapshot/manifest/manifest.ts";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { temporaryDirectory } from "../run/fixtures.ts";

/** Files of a hand-made snapshot. Each contains its number, which reveals a mixture of two snapshots. */
export const SMALL_SNAPSHOT_FILES = [
  "columns.arrow",
  "tables/suburbs.parquet",
  "tables/house_prices.parquet",
];

/** Writes a complete small snapshot. Its id depends on `number`, the bytes of files in `alike` do not. */
export async function writeSmallSnapshot(
  directory: string,
  number: number,
  alike: readonly string[] = [],
): Promise<SnapshotManifest> {
  const files = [];
  for (const [i, path] of SMALL_SNAPSHOT_FILES.entries()) {
    const bytes = Buffer.from(`${alike.includes(path) ? "any" : number}:${path}:`.repeat(40 * (i + 1)));
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), bytes);
    files.push({ path, bytes: bytes.byteLength, sha256: createHash("sha256").update(bytes).digest("hex") });
  }
  const manifest = smallManifest(number, files);
  await writeFile(join(directory, "manifest.json"), manifestText(manifest));
  return manifest;
}

/** A manifest without suburbs that has every kind of member. */
export function smallManifest(number: number, files: SnapshotManifest["files"] = []): SnapshotManifest {
  return manifestFrom({
    datasetId: "small",
    title: `Small snapshot ${number}`,
    asOf: "2026-11-13T00:00:00.000Z",
    synthetic: true,
    sources: [
      {
        id: "made-up",
        publisher: "Nobody",
        title: "Nothing",
        licence: "CC-BY-4.0",
        vintage: "2026-11-01",
        url: "https://example.org/made-up",
        earlierVintages: ["2025-11-01"],
        withheld: true,
        tables: ["house_prices"],
        columns: ["house_prices.value"],
      },
    ],
    tables: ["house_prices", "suburbs"],
    rowCounts: { house_prices: number, suburbs: 0 },
    pageCounts: {},
    datasetRows: { house_prices: number },
    rejects: [{ table: "house_prices", rows: 2 }],
    states: STATE_CODES.map((stateCode) => ({ stateCode, suburbs: 0, indexVersion: indexVersion([]) })),
    national: { suburbs: 0, indexVersion: indexVersion([]) },
    columns: { texts: [], metrics: [] },
    files,
  });
}

/** Publishes snapshots 1..count, built a minute apart, the last one current. Returns their ids in order. */
export async function publishSmall(dataDir: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= count; number++) {
    const made = await temporaryDirectory();
    await writeSmallSnapshot(made, number);
    const { snapshotId, directory } = await publishSnapshot(made, dataDir);
    const built = new Date(Date.UTC(2026, 10, 13, 0, number));
    await utimes(join(directory, "manifest.json"), built, built);
    ids.push(snapshotId);
  }
  return ids;
}

/** publishSmall in a temporary data directory. */
export async function publishedSnapshots(count: number): Promise<{ dataDir: string; ids: string[] }> {
  const dataDir = await temporaryDirectory();
  return { dataDir, ids: await publishSmall(dataDir, count) };
}

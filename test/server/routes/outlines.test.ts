import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { STATES } from "../../../src/dataset/states.ts";
import { buildSnapshot } from "../../../src/library/build-snapshot.ts";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { asking, servedCountry } from "../../support/country/ask-country.ts";
import { serveForTest } from "../../support/country/serve-for-test.ts";
import { shareKept } from "../../support/country/shared-country.ts";
import { copyExample } from "../../support/data/example-dataset.ts";
import { readCsv } from "../../support/data/read-csv.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";

interface Collection {
  readonly type: string;
  readonly state_code: string;
  readonly synthetic: boolean;
  readonly sources: readonly Record<string, string>[];
  readonly features: readonly {
    type: string;
    id: string;
    properties: { sal_code: string; sal_name: string };
    geometry: { type: string; coordinates: unknown };
  }[];
}

const PATH = "/v1/outlines/VIC.geojson";
const serving = servedCountry({ config: { agentPolicy: true } });
const { get, json } = asking(serving);
const collection = (name: string) => json<Collection>(`/v1/outlines/${name}.geojson`);

/** Area of nested rings in square degrees, without holes. */
function areaOf(coordinates: unknown): number {
  const list = coordinates as unknown[][];
  if (typeof list[0] === "number") return 0;
  if (typeof list[0]?.[0] !== "number") return list.reduce((sum, inner) => sum + areaOf(inner), 0);
  const ring = list as [number, number][];
  return ring.slice(1).reduce((sum, [x, y], i) => sum + (ring[i][0] * y - x * ring[i][1]) / 2, 0);
}

describe("GET /v1/outlines", () => {
  it("answers the outlines of a state as in the dataset, with name, sources and the word synthetic", async () => {
    const { datasetDir } = inject("country");
    const names = new Map(
      readCsv(join(datasetDir, "suburb_demographics.csv")).map((row) => [row.sal_code, row.sal_name]),
    );
    const rows = readCsv(join(datasetDir, "suburb_outlines.csv"));
    let features = 0;
    for (const { code, digit } of STATES) {
      const answer = await collection(code.toLowerCase());
      expect(answer).toMatchObject({
        type: "FeatureCollection",
        state_code: code,
        synthetic: true,
        sources: [
          {
            id: "synthetic-outlines",
            publisher: "Terrace synthetic generator",
            licence: "synthetic-CC0-1.0",
            attribution: expect.stringContaining("Synthetic data"),
          },
        ],
      });
      expect(answer.features).toEqual(
        rows
          .filter(({ sal_code }) => sal_code.startsWith(digit))
          .map(({ sal_code, outline }) => ({
            type: "Feature",
            id: sal_code,
            properties: { sal_code, sal_name: names.get(sal_code) },
            geometry: JSON.parse(outline),
          })),
      );
      features += answer.features.length;
    }
    expect(features).toBe(rows.length);
    expect(features).toBeGreaterThan(200);
  });

  it("refuses unknown states by name, and no tool's default agent", async () => {
    const nowhere = await get("/v1/outlines/NZ.geojson");
    expect(nowhere.status).toBe(404);
    const message =
      'no outlines of "NZ"; allowed are NSW, VIC, QLD, SA, WA, TAS, NT, ACT, AU, councils, states';
    expect(await nowhere.json()).toEqual({ code: "not_found", message, error: message });
    expect((await get(PATH, { "user-agent": "GDAL/3.6.2" })).status).toBe(200);
  });

  it("answers councils and states as their suburbs taken together", async () => {
    const { features: suburbs } = await collection("AU");
    const total = suburbs.reduce((sum, { geometry }) => sum + areaOf(geometry.coordinates), 0);
    const states = await collection("states");
    expect(states).toMatchObject({ type: "FeatureCollection", synthetic: true, set: "states" });
    expect(states.features.map(({ id }) => id)).toEqual(STATES.map(({ code }) => code));
    for (const { id, geometry } of states.features) {
      const { digit } = STATES.find(({ code }) => code === id)!;
      const own = suburbs.filter((suburb) => suburb.id[0] === digit);
      const parts = own.reduce((sum, suburb) => sum + areaOf(suburb.geometry.coordinates), 0);
      // Borders are simplified to 200 metres.
      expect(areaOf(geometry.coordinates) / parts).toBeCloseTo(1, 2);
    }
    const { features: councils } = await collection("councils");
    const { datasetDir } = inject("country");
    const known = readCsv(join(datasetDir, "lga.csv"));
    for (const { id } of councils) expect(known.map((row) => row.lga_code)).toContain(id);
    expect(councils.length).toBeGreaterThan(8);
    const ofCouncils = councils.reduce((sum, { geometry }) => sum + areaOf(geometry.coordinates), 0);
    expect(ofCouncils / total).toBeLessThan(1.001);
  });

  it("answers for the whole country at once, by code, and names the snapshot", async () => {
    const response = await get("/v1/outlines/au.geojson");
    expect(response.headers.get("x-terrace-snapshot")).toBe(serving.engine.manifest.snapshotId);
    const { state_code, features } = (await response.json()) as Collection;
    expect(state_code).toBe("AU");
    const ids = features.map(({ id }) => id);
    expect(ids).toEqual(
      readCsv(join(inject("country").datasetDir, "suburb_outlines.csv")).map(({ sal_code }) => sal_code),
    );
    expect(ids).toEqual(ids.toSorted());
  });

  it("has points for suburbs without outlines, and nothing for a state without suburbs", async () => {
    const dataDir = await shareKept(await temporaryDirectory());
    const built = await buildSnapshot({ datasetDir: await copyExample(), dataDir, maxRejectShare: 1 });
    await publishSnapshot(built.directory, dataDir);
    await built.discard();
    const { json } = asking(await serveForTest(dataDir));
    const { features } = await json<Collection>("/v1/outlines/NSW.geojson");
    const points = features.filter(({ geometry }) => geometry.type === "Point");
    expect(points.map(({ id }) => id)).toEqual(["10001", "10002", "10003"]);
    for (const { geometry } of points) {
      const [lon, lat] = geometry.coordinates as [number, number];
      expect(lon > 112 && lon < 154 && lat > -44 && lat < -10).toBe(true);
    }
    const nowhere = await json<Collection>("/v1/outlines/ACT.geojson");
    expect(nowhere).toMatchObject({ state_code: "ACT", features: [] });
  });
});

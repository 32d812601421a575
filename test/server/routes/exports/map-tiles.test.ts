import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { describe, expect, it } from "vitest";
import { asking, servedCountry } from "../../../support/country/ask-country.ts";
import { temporaryDirectory } from "../../../support/run/fixtures.ts";
import { hasProgram } from "../../../support/run/runs-program.ts";

interface TileJson {
  readonly tiles: readonly [string];
  readonly minzoom: number;
  readonly maxzoom: number;
  readonly synthetic: boolean;
  readonly attribution: string;
  readonly vector_layers: readonly [{ readonly id: string; readonly fields: Record<string, string> }];
}

interface Collection {
  readonly features: readonly { readonly id: string; readonly properties: Record<string, unknown> }[];
}

const HAS_GDAL = hasProgram("ogrinfo");

const serving = servedCountry();

const { get, json, expectAnswers } = asking(serving, { "user-agent": "MapLibre/5" });
const at = (template: string, z: number, x: number, y: number) =>
  template.replace("{z}", String(z)).replace("{x}", String(x)).replace("{y}", String(y));

/** The layers of a zoom's non-empty tiles, over the country's part of the world. */
async function* tilesOf({ tiles }: TileJson, set: string, z: number) {
  const side = 2 ** z;
  for (let x = Math.floor(side * 0.78); x < Math.ceil(side * 0.97); x++) {
    for (let y = Math.floor(side * 0.5); y < Math.ceil(side * 0.68); y++) {
      const response = await get(at(tiles[0], z, x, y));
      const bytes = await response.arrayBuffer();
      expect([200, 204]).toContain(response.status);
      if (response.status === 204) continue;
      const { layers } = new VectorTile(new PbfReader(bytes));
      expect(Object.keys(layers)).toEqual([set]);
      yield { x, y, layer: layers[set], bytes: Buffer.from(bytes) };
    }
  }
}

describe("GET /v1/tiles", () => {
  it("has every suburb, council and state in the tiles of the largest zoom, with the figures of the API", async () => {
    const figuresOf = async (address: string) =>
      new Map((await json<Collection>(address)).features.map(({ id, properties }) => [id, properties]));
    const expected = {
      suburbs: await figuresOf("/v1/suburbs/AU.geojson?metrics=population,income"),
      councils: await figuresOf("/v1/outlines/councils.geojson"),
      states: await figuresOf("/v1/outlines/states.geojson"),
    };
    for (const [set, key] of [
      ["suburbs", "sal_code"],
      ["councils", "lga_code"],
      ["states", "state_code"],
    ] as const) {
      const described = await json<TileJson>(`/v1/tiles/${set}.json`);
      expect(described).toMatchObject({ synthetic: true, vector_layers: [{ id: set }] });
      expect(described.attribution).toContain("Synthetic");
      // Tiles of lower zooms omit shapes smaller than a point; this zoom has all.
      const zoom = set === "suburbs" ? described.maxzoom : 5;
      const found = new Map<string, Record<string, unknown>>();
      for await (const { layer } of tilesOf(described, set, zoom)) {
        for (let i = 0; i < layer.length; i++) {
          const { properties } = layer.feature(i);
          for (const name of Object.keys(properties))
            expect(Object.keys(described.vector_layers[0].fields)).toContain(name);
          found.set(String(properties[key]), properties);
        }
      }
      expect([...found.keys()].sort()).toEqual([...expected[set].keys()].sort());
      for (const [code, properties] of found) {
        const own = expected[set].get(code)!;
        for (const name of Object.keys(described.vector_layers[0].fields))
          expect([code, name, properties[name] ?? null]).toEqual([code, name, own[name] ?? null]);
      }
    }
  });

  it("is kept for good under its snapshot, empty at sea, and not beyond its zooms", async () => {
    const { tiles, minzoom, maxzoom } = await json<TileJson>("/v1/tiles/states.json");
    const tile = at(tiles[0], 3, 7, 4);
    const snapshot = (await get(tile)).headers.get("x-terrace-snapshot")!;
    const fixed = await json<TileJson>(`/at/${snapshot}/v1/tiles/states.json`);
    const kept = await get(at(fixed.tiles[0], 3, 7, 4));
    expect([kept.status, kept.headers.get("cache-control")]).toEqual([
      200,
      expect.stringContaining("immutable"),
    ]);
    expect((await get(at(tiles[0], 3, 0, 0))).status).toBe(204);
    const rows = [
      [at(tiles[0], maxzoom + 1, 0, 0), `${minzoom} to ${maxzoom}`],
      [at(tiles[0], 2, 4, 0), "4/0"],
      ["/v1/tiles/states/1.5/0/0.mvt", "1.5"],
      ["/v1/tiles/rivers/1/0/0.mvt", "suburbs, councils, states"],
      ["/v1/tiles/rivers.json", "suburbs, councils, states"],
      ["/v1/tiles/suburbs/3/7/4.mvt", "4 to 7"],
    ];
    await expectAnswers(rows.map(([address, words]) => [address, 404, words]));
  });

  it.skipIf(!HAS_GDAL)("is read by GDAL (Debian's gdal-bin)", async () => {
    const described = await json<TileJson>("/v1/tiles/suburbs.json");
    const folder = await temporaryDirectory();
    for await (const { x, y, layer, bytes } of tilesOf(described, "suburbs", described.minzoom)) {
      const file = join(folder, `${x}-${y}.mvt`);
      await writeFile(file, bytes);
      const { stdout } = await promisify(execFile)("ogrinfo", ["-ro", "-so", `MVT:${file}`, "suburbs"]);
      expect(stdout).toContain(`Feature Count: ${layer.length}\n`);
      expect(stdout).toContain("population:");
    }
  });
});

import { execFile, execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { Serving } from "../../../../src/server/start/start-serving.ts";
import { serveCountry } from "../../../support/country/serve-country.ts";
import { temporaryDirectory } from "../../../support/run/temporary-directory.ts";

interface Feature {
  readonly id: string;
  readonly geometry: { readonly coordinates: unknown } | null;
  readonly properties: Readonly<Record<string, unknown>>;
}

interface Collection {
  readonly numberMatched: number;
  readonly numberReturned: number;
  readonly links: readonly { readonly rel: string; readonly href: string }[];
  readonly features: readonly Feature[];
}

const HAS_GDAL = (() => {
  try {
    return execFileSync("ogrinfo", ["--formats"]).includes("OAPIF");
  } catch {
    return false;
  }
})();

let serving: Serving;
beforeAll(async () => {
  serving = await serveCountry(inject("country").dataDir);
});
afterAll(() => serving.close());

const get = (address: string) =>
  fetch(new URL(address, serving.url), { headers: { "user-agent": "QGIS/3.40" } });
const json = async <T>(address: string): Promise<T> => {
  const response = await get(address);
  expect([address, response.status]).toEqual([address, 200]);
  return (await response.json()) as T;
};
const ITEMS = "/ogc/collections/suburbs/items";

/** All positions of a geometry, however deep. */
const positionsOf = (value: unknown): [number, number][] => {
  if (!Array.isArray(value)) return [];
  return typeof value[0] === "number" ? [value as [number, number]] : value.flatMap(positionsOf);
};

async function everySuburb(): Promise<Feature[]> {
  return (await json<Collection>("/v1/suburbs/AU.geojson?metrics=population")).features as Feature[];
}

describe("OGC API – Features", () => {
  it("leads from its landing page to every feature, each once, by links alone", async () => {
    const linkOf = (links: Collection["links"], rel: string) => links.find((one) => one.rel === rel)?.href;
    const landing = await json<Collection>("/ogc");
    expect(
      (await json<{ conformsTo: string[] }>(linkOf(landing.links, "conformance")!)).conformsTo,
    ).toHaveLength(2);
    const { collections } = await json<{ collections: Collection[] }>(linkOf(landing.links, "data")!);
    const found: Feature[] = [];
    let next: string | undefined = `${linkOf(collections[0].links, "items")}?limit=100&properties=population`;
    while (next !== undefined) {
      const page: Collection = await json<Collection>(next);
      expect(page.numberReturned).toBe(page.features.length);
      found.push(...page.features);
      next = linkOf(page.links, "next");
    }
    expect(found).toEqual(await everySuburb());
  });

  it("finds by box, condition and code what a plain search finds", async () => {
    const all = await everySuburb();
    const boxes = all.map(({ id, geometry }) => {
      const places = positionsOf(geometry?.coordinates);
      const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
      return { id, box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] };
    });
    for (const [w, s, e, n] of [
      [144, -39, 146, -37],
      [110, -45, 155, -10],
      [0, 0, 1, 1],
    ]) {
      const expected = boxes.filter(({ box }) => box[0] <= e && box[2] >= w && box[1] <= n && box[3] >= s);
      const { numberMatched, features } = await json<Collection>(
        `${ITEMS}?bbox=${w},${s},${e},${n}&limit=1000&properties=population`,
      );
      expect([numberMatched, features.map(({ id }) => id)]).toEqual([
        expected.length,
        expected.map(({ id }) => id),
      ]);
    }
    const where = encodeURIComponent("population > 5000 and state in (VIC)");
    const filtered = await json<Collection>(`${ITEMS}?filter=${where}&limit=1000&properties=population`);
    const plain = all.filter(
      ({ properties }) => Number(properties.population) > 5000 && properties.state_code === "VIC",
    );
    expect(filtered.features.map(({ id }) => id)).toEqual(plain.map(({ id }) => id));
    expect(await json(`${ITEMS}/${all[3].id}?properties=population`)).toMatchObject({ ...all[3] });
  });

  it("says what is wrong with a request", async () => {
    for (const [address, status, words] of [
      [`${ITEMS}?bbox=1,2,3`, 400, "west,south,east,north"],
      [`${ITEMS}?bbox=9,2,3,4`, 400, "west,south,east,north"],
      [`${ITEMS}?filter=populatin%3E1`, 400, "population"],
      [`${ITEMS}?offset=-1`, 400, "offset"],
      [`${ITEMS}?colour=red`, 400, "unknown parameter"],
      [`${ITEMS}/99999`, 404, "99999"],
      ["/ogc/collections/rivers/items", 404, "suburbs"],
    ] as const) {
      const response = await get(address);
      expect([address, response.status, await response.text()]).toEqual([
        address,
        status,
        expect.stringContaining(words),
      ]);
    }
  });

  it.skipIf(!HAS_GDAL)("is read by GDAL (Debian's gdal-bin), a filtered layer too", async () => {
    const file = join(await temporaryDirectory(), "layer.geojson");
    const from = `OAPIF:${serving.url}/ogc`;
    await promisify(execFile)("ogr2ogr", [
      "-f",
      "GeoJSON",
      file,
      from,
      "suburbs",
      "-spat",
      "144",
      "-39",
      "146",
      "-37",
    ]);
    const layer = JSON.parse(await readFile(file, "utf8")) as Collection;
    const asked = await json<Collection>(`${ITEMS}?bbox=144,-39,146,-37&limit=1`);
    expect(layer.features).toHaveLength(asked.numberMatched);
    expect(layer.features.length).toBeGreaterThan(3);
  });
});

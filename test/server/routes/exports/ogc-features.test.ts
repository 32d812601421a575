import { execFile, execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, inject, it } from "vitest";
import { STATE_CODES } from "../../../../src/dataset/states.ts";
import { asking, servedCountry } from "../../../support/country/ask-country.ts";
import { serveForTest } from "../../../support/country/serve-for-test.ts";
import { temporaryDirectory } from "../../../support/run/fixtures.ts";
import { commandsOf, documentationBlocks } from "../../../support/run/markdown-blocks.ts";
import { shownByProgram } from "../../../support/run/program-rows.ts";
import { hasProgram } from "../../../support/run/runs-program.ts";

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

const serving = servedCountry();

const QGIS = { "user-agent": "QGIS/3.40" };
const { json, call, expectAnswers } = asking(serving, QGIS);
const HOUSING = "shorts.v1alpha1.HousingService";
const ITEMS = "/ogc/collections/suburbs/items";

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

  it("has the councils that ListCouncils has, with its figures, and what a plain search finds of them", async () => {
    const url = "/ogc/collections/councils/items";
    const listed: Record<string, unknown>[] = [];
    for (const stateCode of STATE_CODES) {
      listed.push(...((await call(`${HOUSING}/ListCouncils`, { stateCode })).councils ?? []));
    }
    const found: Feature[] = [];
    for (let next: string | undefined = `${url}?limit=7`; next !== undefined; ) {
      const page: Collection = await json<Collection>(next);
      found.push(...page.features);
      expect(page.numberMatched).toBe(listed.length);
      next = page.links.find(({ rel }) => rel === "next")?.href;
    }
    expect(found.map(({ id }) => id)).toEqual(listed.map(({ lgaCode }) => lgaCode).sort());
    const known = new Set<string>();
    for (const { id, properties } of found) {
      const summary = listed.find(({ lgaCode }) => lgaCode === id)!;
      const { stateCode, slug } = summary;
      const { profile } = await call(`${HOUSING}/GetCouncilProfile`, { stateCode, slug });
      const own = { ...profile.council, ...summary };
      for (const [name, value] of Object.entries(properties)) {
        const field = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
        expect([id, name, value || null]).toEqual([id, name, own[field] || null]);
        known.add(own[field] === undefined ? "" : name);
      }
    }
    expect([...known]).toEqual(expect.arrayContaining(["population", "median_age", "avg_rates"]));
    const outlines = await json<Collection>("/v1/outlines/councils.geojson");
    expect(outlines.features.length).toBeGreaterThan(8);
    for (const { id, geometry } of outlines.features)
      expect([id, found.find((one) => one.id === id)?.geometry]).toEqual([id, geometry]);
    const where = encodeURIComponent("population >= 20000 and not state in (VIC, WA)");
    const filtered = await json<Collection>(`${url}?filter=${where}&limit=1000&properties=population`);
    const plain = found.filter(
      ({ properties: { population, state_code } }) =>
        Number(population) >= 20_000 && !["VIC", "WA"].includes(String(state_code)),
    );
    expect(filtered.features.map(({ id }) => id)).toEqual(plain.map(({ id }) => id));
    expect(plain.length).toBeGreaterThan(0);
    expect(Object.keys(filtered.features[0].properties)).toEqual([
      ...["lga_code", "display_name", "state_code", "population"],
    ]);
    const [w, s, e, n] = [144, -39, 146, -37];
    const inBox = found.filter(({ geometry }) => {
      const places = positionsOf(geometry?.coordinates);
      const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
      return Math.min(...xs) <= e && Math.max(...xs) >= w && Math.min(...ys) <= n && Math.max(...ys) >= s;
    });
    const boxed = await json<Collection>(`${url}?bbox=${w},${s},${e},${n}&limit=1000`);
    expect(boxed.features.map(({ id }) => id)).toEqual(inBox.map(({ id }) => id));
    expect(await json(`${url}/${found[2].id}`)).toMatchObject({ ...found[2] });
  });

  it("tells nothing of listings while their switch is off", async () => {
    const drops = async (server: { readonly url: string }) => {
      const { features } = await asking(server, QGIS).json<Collection>(
        "/ogc/collections/councils/items?limit=1000",
      );
      return features.flatMap(({ properties }) => properties.price_drop_share ?? []);
    };
    const without = await serveForTest(inject("country").dataDir, { config: { dropListings: false } });
    expect((await drops(serving)).length).toBeGreaterThan(0);
    expect(await drops(without)).toEqual([]);
  });

  it("has every state with its suburbs and the figures that their profiles are compared with", async () => {
    const { features } = await json<Collection>("/ogc/collections/states/items");
    expect(features.map(({ id }) => id)).toEqual(STATE_CODES);
    const all = await everySuburb();
    for (const { id, properties, geometry } of features) {
      const own = all.filter(({ properties: { state_code } }) => state_code === id);
      expect([id, properties.suburbs]).toEqual([id, own.length]);
      expect(positionsOf(geometry?.coordinates).length).toBeGreaterThan(3);
      const { baselines } = await call(`${HOUSING}/GetSuburbProfile`, { salCode: own[0].id });
      expect(baselines).toBeDefined();
      for (const [name, field] of [
        ["state_median_price", "stateMedianPrice"],
        ["capital_median_price", "capitalMedianPrice"],
      ] as const)
        expect([id, name, properties[name] ?? null]).toEqual([id, name, baselines?.[field] ?? null]);
    }
    const few = await json<Collection>(
      `/ogc/collections/states/items?filter=${encodeURIComponent('name contains "south"')}`,
    );
    expect(few.features.map(({ id }) => id)).toEqual(["NSW", "SA"]);
  });

  it("says what is wrong with a request", async () => {
    await expectAnswers([
      [`${ITEMS}?bbox=1,2,3`, 400, "west,south,east,north"],
      [`${ITEMS}?bbox=9,2,3,4`, 400, "west,south,east,north"],
      [`${ITEMS}?filter=populatin%3E1`, 400, "population"],
      [`${ITEMS}?offset=-1`, 400, "offset"],
      [`${ITEMS}?colour=red`, 400, "unknown parameter"],
      [`${ITEMS}/99999`, 404, "99999"],
      ["/ogc/collections/rivers/items", 404, "suburbs, councils, states, stations"],
      ["/ogc/collections/councils/items?filter=populatin%3E1", 400, "population"],
      ["/ogc/collections/councils/items?properties=price", 400, "member_suburb_count"],
      ["/ogc/collections/states/items/NZ", 404, "NZ"],
    ]);
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

  it.skipIf(!HAS_GDAL)(
    "is read by the commands of the page for GDAL, a filtered layer of councils too",
    async () => {
      const block = documentationBlocks().find(({ language }) => language === "gdal")!;
      const cwd = await temporaryDirectory();
      const printed: string[] = [];
      for (const line of commandsOf(block)) {
        const text = line.replaceAll("http://127.0.0.1:8080", serving.url);
        printed.push((await promisify(execFile)("sh", ["-c", text], { cwd })).stdout);
      }
      const countIn = (text: string) => Number(/Feature Count: (\d+)/.exec(text)?.[1]);
      const matched = async (query: string) =>
        (await json<Collection>(`/ogc/collections/${query}`)).numberMatched;
      const filtered = JSON.parse(await readFile(join(cwd, "councils.geojson"), "utf8")) as Collection;
      const all = await matched("councils/items");
      const large = await matched("councils/items?filter=population%20%3E%3D%2020000");
      expect(large).toBeLessThan(all);
      const saved = await promisify(execFile)("ogrinfo", ["-so", join(cwd, "melbourne.gpkg"), "suburbs"]);
      expect(countIn(saved.stdout)).toBe(await matched("suburbs/items?bbox=144,-39,146,-37"));
      const states = await promisify(execFile)("ogrinfo", ["-so", `OAPIF:${serving.url}/ogc`, "states"]);
      const [program, door] = ["GDAL", "`/ogc`"];
      shownByProgram({ program, door, read: "every council", rows: countIn(printed[0]), api: all });
      const read = "councils of 20,000 residents and more";
      shownByProgram({ program, door, read, rows: filtered.features.length, api: large });
      shownByProgram({ program, door, read: "every state", rows: countIn(states.stdout), api: 8 });
    },
  );

  it.skipIf(!hasProgram("qgis_process.bin"))(
    "is read by QGIS (Debian's qgis), as its page says",
    async () => {
      const cwd = await temporaryDirectory();
      const [line] = commandsOf(documentationBlocks().find(({ language }) => language === "qgis")!);
      const env = { ...process.env, QT_QPA_PLATFORM: "offscreen", HOME: cwd, XDG_RUNTIME_DIR: cwd };
      const text = line.replaceAll("http://127.0.0.1:8080", serving.url);
      await promisify(execFile)("sh", ["-c", text], { cwd, env });
      const saved = JSON.parse(await readFile(join(cwd, "councils-by-qgis.geojson"), "utf8")) as Collection;
      const asked = await json<Collection>("/ogc/collections/councils/items?limit=1000");
      const populations = ({ features }: Collection) =>
        features.map(({ properties }) => [properties.lga_code, properties.population]).sort();
      expect(populations(saved)).toEqual(populations(asked));
      shownByProgram({
        program: "QGIS",
        door: "`/ogc`",
        read: "every council with its figures",
        rows: saved.features.length,
        api: asked.numberMatched,
      });
    },
  );
});

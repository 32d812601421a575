import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fullName } from "../../../src/domains/domain.ts";
import { SAMPLE_REQUESTS } from "../../../src/domains/samples.ts";
import { openEngine } from "../../../src/index.ts";
import { askMethod } from "../../../src/library/ask-method.ts";
import { enginePartsOf } from "../../../src/library/open-engine.ts";
import { isTerraceError } from "../../../src/runtime/errors.ts";
import { SNAPSHOT_SCHEMA_VERSION } from "../../../src/snapshot/manifest/manifest.ts";
import { verifySnapshot } from "../../../src/snapshot/store/verify.ts";
import { smallManifest } from "../../support/country/small-snapshot.ts";

const FIXTURES = join(import.meta.dirname, "../../fixtures/snapshots");
const SHAPE_FILE = join(FIXTURES, `manifest-shape-v${SNAPSHOT_SCHEMA_VERSION}.txt`);
const kept = readdirSync(FIXTURES).filter((name) => /^v[0-9]+$/.test(name));

/** What to do if the fixture of this version no longer works. */
const REMEDY =
  "a published table changed: raise SNAPSHOT_SCHEMA_VERSION, then test/support/country/write-snapshot-fixture.ts";

/** Error codes for data that the example lacks; any other failure means that the snapshot cannot be read. */
const ABSENT = ["not_found", "invalid_argument"];

describe("SNAPSHOT_SCHEMA_VERSION", () => {
  it("has a small snapshot kept for itself and for every version before it", () => {
    const versions = Array.from({ length: SNAPSHOT_SCHEMA_VERSION }, (_, i) => `v${i + 1}`);
    expect(kept.sort()).toEqual(versions);
  });

  it("is raised when the shape of the manifest changes", async () => {
    // A program of this version must read every manifest of this version. After a change: raise the version,
    // run test/support/country/write-snapshot-fixture.ts, and save the new shape as the missing file.
    const maps = ["rowCounts", "pageCounts", "datasetRows"];
    const file = { path: "columns.arrow", bytes: 1, sha256: "0" };
    const manifest = {
      ...smallManifest(1, [file]),
      columns: {
        texts: [{ name: "sal_code", offsets: 0, data: 0 }],
        metrics: [
          { key: "price", values: 0, validity: 0 },
          { key: "age", values: 0, validity: null },
        ],
      },
    };
    const shape = `${shapeOf(manifest, maps).join("\n")}\n`;
    expect(shape).toBe(await readFile(SHAPE_FILE, "utf8"));
  });
});

describe.each(kept)("the kept snapshot %s", (name) => {
  const directory = join(FIXTURES, name);
  const version = Number(name.slice(1));

  it.runIf(version === SNAPSHOT_SCHEMA_VERSION)("opens and answers every method", async () => {
    const engine = await openEngine(directory, { filterThreads: 1 });
    try {
      const { methods } = enginePartsOf(engine);
      expect(methods.length).toBe(SAMPLE_REQUESTS.size);
      for (const method of methods) {
        const failure = await askMethod(method, SAMPLE_REQUESTS.get(fullName(method.desc)) as never).then(
          () => undefined,
          (error: unknown) => error,
        );
        const code = isTerraceError(failure) ? failure.code : failure;
        expect([undefined, ...ABSENT], `${method.desc.name}: ${failure}; ${REMEDY}`).toContain(code);
      }
      const { suburbs } = await engine.housing.getSuburbIndex({ stateCode: "NSW" });
      expect(suburbs.length).toBeGreaterThan(0);
    } finally {
      await engine.close();
    }
  });

  it.runIf(version !== SNAPSHOT_SCHEMA_VERSION)(
    "is refused by its version, with the command to run",
    async () => {
      await expect(verifySnapshot(directory)).rejects.toThrow(
        `${directory}: manifest.json.schemaVersion is ${version}; this version of terrace reads ` +
          `${SNAPSHOT_SCHEMA_VERSION}; build the snapshot again from its dataset: ` +
          "terrace snapshot build <dataset>, then terrace snapshot publish",
      );
    },
  );
});

/** Path and type of every value, sorted: `states[].suburbs: number`. Omits the keys of `maps`, being data. */
function shapeOf(value: unknown, maps: readonly string[] = []): string[] {
  const shape = new Set<string>();
  const walk = (at: string, part: unknown): void => {
    if (Array.isArray(part)) for (const item of part) walk(`${at}[]`, item);
    else if (part !== null && typeof part === "object") {
      for (const [key, inner] of Object.entries(part)) {
        walk(maps.includes(at) ? `${at}.*` : at === "" ? key : `${at}.${key}`, inner);
      }
    } else shape.add(`${at}: ${part === null ? "null" : typeof part}`);
  };
  walk("", value);
  return [...shape].sort();
}

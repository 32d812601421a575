import { describe, expect, it } from "vitest";
import { indexVersion, manifestText, snapshotIdFrom } from "../../../src/snapshot/manifest/manifest.ts";
import { parseManifest } from "../../../src/snapshot/manifest/parse-manifest.ts";
import { smallManifest } from "../../support/country/small-snapshot.ts";

const FILE = { path: "tables/a.parquet", bytes: 3, sha256: "0".repeat(64) };

describe("indexVersion", () => {
  it("gives the versions that clients have stored", () => {
    expect(indexVersion([])).toBe("v1-e3b0c44298fc");
    expect(indexVersion(["101", "102", "103"])).toBe("v1-df097230d720");
    expect(indexVersion(["10001", "10002"])).toBe("v1-6c47b7dab2d2");
  });

  it("depends on the set of codes, not on their order", () => {
    expect(indexVersion(["10002", "10001"])).toBe(indexVersion(["10001", "10002"]));
    expect(indexVersion(["1", "23"])).not.toBe(indexVersion(["12", "3"]));
  });
});

describe("snapshotIdFrom", () => {
  it("begins with the as-of date and follows from every fact", () => {
    const { schemaVersion: _version, snapshotId, ...facts } = smallManifest(1, [FILE]);
    expect(snapshotId).toMatch(/^2026-11-13-[0-9a-f]{12}$/);
    expect(snapshotIdFrom(facts)).toBe(snapshotId);
    for (const key of Object.keys(facts) as (keyof typeof facts)[]) {
      const changed = { ...facts, [key]: key === "asOf" ? "2026-11-13T00:00:01.000Z" : [] };
      expect(snapshotIdFrom(changed as typeof facts), key).not.toBe(snapshotId);
    }
  });
});

describe("parseManifest", () => {
  const manifest = smallManifest(7, [FILE]);
  const changed = (change: (m: Record<string, never>) => void) => {
    const copy = JSON.parse(manifestText(manifest));
    change(copy);
    return () => parseManifest(`${JSON.stringify(copy, undefined, 2)}\n`);
  };

  it("reads back what was written", () => {
    expect(parseManifest(manifestText(manifest))).toEqual(manifest);
  });

  it("refuses a newer schema version by name and says what to do", () => {
    const newer = changed((m) => Object.assign(m, { schemaVersion: 99, somethingNew: true }));
    expect(newer).toThrow(/schemaVersion is 99; this version of terrace reads \d+; update terrace, or build/);
    expect(changed((m) => Object.assign(m, { schemaVersion: "2" }))).toThrow(/schemaVersion is "2"/);
  });

  it("names the key and the value that are wrong", () => {
    expect(changed((m) => Object.assign(m, { synthetic: "yes" }))).toThrow(
      'manifest.json.synthetic is "yes"; expected true or false',
    );
    expect(changed((m) => Object.assign(m.files[0], { bytes: -1 }))).toThrow(
      "manifest.json.files[0].bytes is -1; expected a whole number of at least 0",
    );
    expect(changed((m) => Object.assign(m.files[0], { path: "../outside" }))).toThrow(
      'manifest.json.files[0].path is "../outside"; expected a path inside the snapshot',
    );
    expect(changed((m) => Object.assign(m.states[1], { stateCode: "NZ" }))).toThrow(
      'manifest.json.states[1].stateCode is "NZ"; expected "VIC"',
    );
    expect(changed((m) => Object.assign(m.rowCounts, { suburbs: 1.5 }))).toThrow(
      "manifest.json.rowCounts.suburbs is 1.5",
    );
    expect(changed((m) => Object.assign(m, { extra: 1 }))).toThrow(
      'manifest.json has the unknown key "extra"',
    );
    expect(changed((m) => Reflect.deleteProperty(m, "title"))).toThrow('manifest.json lacks the key "title"');
  });

  it("refuses facts that do not give the stated id", () => {
    expect(changed((m) => Object.assign(m, { title: "Another title" }))).toThrow(/its facts give/);
  });

  it("refuses the same facts in another text", () => {
    expect(() => parseManifest(JSON.stringify(manifest))).toThrow(/differs from the text/);
    expect(() => parseManifest("{")).toThrow(/manifest.json is not JSON/);
  });
});

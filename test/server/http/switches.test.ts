import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { followSwitches, switchesFile } from "../../../src/server/http/switches.ts";

let dataDir: string;
const errors: unknown[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "terrace-switches-"));
  errors.length = 0;
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const follow = () => followSwitches(dataDir, { dropListings: true, valuations: true }, (e) => errors.push(e));

describe("followSwitches", () => {
  it("follows the file from one call to the next and the configuration when it is gone", () => {
    const switches = follow();
    expect(switches()).toEqual({ dropListings: true, valuations: true });
    writeFileSync(switchesFile(dataDir), '{"dropListings": false}');
    expect(switches()).toEqual({ dropListings: false, valuations: true });
    writeFileSync(switchesFile(dataDir), '{"valuations": false, "dropListings": true}');
    expect(switches()).toEqual({ dropListings: true, valuations: false });
    rmSync(switchesFile(dataDir));
    expect(switches()).toEqual({ dropListings: true, valuations: true });
    expect(errors).toEqual([]);
  });

  it("withholds everything, and says so once, when the file is no switches file", () => {
    const switches = follow();
    for (const text of ["{", "[]", '{"dropListing": false}', '{"valuations": "off"}']) {
      writeFileSync(switchesFile(dataDir), text);
      const before = errors.length;
      expect([switches(), switches()]).toEqual(Array(2).fill({ dropListings: false, valuations: false }));
      expect(errors.length).toBe(before + 1);
    }
  });
});

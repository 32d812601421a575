import { execFileSync } from "node:child_process";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { followSwitches, switchesFile } from "../../../src/server/routes/switches.ts";
import { allSwitches } from "../../support/country/serve-country.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";

let dataDir: string;
const errors: unknown[] = [];

beforeEach(async () => {
  dataDir = await temporaryDirectory();
  errors.length = 0;
});

const configured = allSwitches(true);
const withheld = allSwitches(false);
let nowMs = 0;

const followed = () =>
  followSwitches(
    { dataDir, ...configured },
    { monotonicMs: () => nowMs, onError: (error) => errors.push(error) },
  );

/** The switches, with a clock that advances by the polling interval before each call. */
const follow = () => {
  const switches = followed();
  return () => {
    nowMs += 50;
    return switches();
  };
};

describe("followSwitches", () => {
  it("follows the file from one look to the next and the configuration when it is gone", () => {
    const switches = follow();
    expect(switches()).toMatchObject(configured);
    writeFileSync(switchesFile(dataDir), '{"dropListings": false}');
    expect(switches()).toMatchObject({ ...configured, dropListings: false });
    writeFileSync(switchesFile(dataDir), '{"valuations": false, "dropListings": true}');
    expect(switches()).toMatchObject({ ...configured, valuations: false });
    rmSync(switchesFile(dataDir));
    expect(switches()).toMatchObject(configured);
    expect(errors).toEqual([]);
  });

  it("looks at the file at most every 50 ms, however often it is asked", () => {
    const switches = followed();
    switches();
    writeFileSync(switchesFile(dataDir), '{"dropListings": false}');
    nowMs += 49;
    expect(switches().dropListings).toBe(true);
    nowMs += 1;
    expect(switches().dropListings).toBe(false);
  });

  it("withholds everything, and says so once, while the file cannot be looked at, and never throws", () => {
    const switches = follow();
    expect(switches()).toMatchObject(configured);
    // A symlink to itself cannot be read, even by root.
    symlinkSync(switchesFile(dataDir), switchesFile(dataDir));
    for (let i = 0; i < 3; i++) expect(switches()).toEqual(withheld);
    expect(errors).toEqual([expect.objectContaining({ code: "ELOOP" })]);
    rmSync(switchesFile(dataDir));
    expect(switches()).toMatchObject(configured);
  });

  it("withholds everything while a pipe is in its place, and waits for no writer", () => {
    const switches = follow();
    execFileSync("mkfifo", [switchesFile(dataDir)]);
    expect([switches().dropListings, switches().dropListings]).toEqual([false, false]);
    expect(errors.map(String)).toEqual([expect.stringContaining("is not a plain file")]);
  });

  it("withholds everything, and says so once, when the file is not switches file", () => {
    const switches = follow();
    for (const text of ["{", "[]", '{"dropListing": false}', '{"valuations": "off"}']) {
      writeFileSync(switchesFile(dataDir), text);
      const before = errors.length;
      expect([switches(), switches()]).toEqual(Array(2).fill(withheld));
      expect(errors.length).toBe(before + 1);
    }
  });
});

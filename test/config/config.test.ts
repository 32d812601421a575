import { describe, expect, it } from "vitest";
import { resolveConfig, SETTINGS } from "../../src/config/config.ts";
import { envName, flagName, isSwitchedOn } from "../../src/config/setting.ts";
import { DEFAULT_LIMITS } from "../../src/config/tier-limits.ts";

describe("resolveConfig", () => {
  it("takes a flag before the environment before the file before the default", () => {
    const file = { path: "t.json", values: { port: 1, host: "0.0.0.0" } };
    expect(resolveConfig({ file }).port).toBe(1);
    expect(resolveConfig({ file, env: { TERRACE_PORT: "2" } }).port).toBe(2);
    expect(resolveConfig({ file, env: { TERRACE_PORT: "2" }, flags: { port: "3" } }).port).toBe(3);
    expect(resolveConfig({ file, env: { TERRACE_PORT: " " } }).port).toBe(1);
    expect(resolveConfig()).toMatchObject({
      host: "127.0.0.1",
      port: 8080,
      dataDir: ".terrace",
      dropListings: true,
    });
    expect(Object.isFrozen(resolveConfig())).toBe(true);
  });

  it("names the origin, the value and what is allowed", () => {
    const of = (sources: Parameters<typeof resolveConfig>[0]) => () => resolveConfig(sources);
    expect(of({ env: { TERRACE_PORT: "80a" } })).toThrow(
      'TERRACE_PORT: "80a" is not a whole number from 0 to 65535',
    );
    expect(of({ flags: { port: "70000" } })).toThrow('--port: "70000" is not');
    expect(of({ env: { TERRACE_LOG_LEVEL: "loud" } })).toThrow(
      'TERRACE_LOG_LEVEL: "loud" is not one of trace, debug',
    );
    expect(of({ env: { TERRACE_VALUATIONS: "maybe" } })).toThrow("neither on");
    expect(of({ file: { path: "t.json", values: { prot: 1 } } })).toThrow(
      'unknown key "prot"; did you mean "port"?',
    );
    expect(of({ file: { path: "t.json", values: [] } })).toThrow("must hold one JSON object");
  });

  it("never takes an empty host for every interface, nor a number or null for a text", () => {
    const of = (sources: Parameters<typeof resolveConfig>[0]) => () => resolveConfig(sources);
    expect(of({ flags: { host: "" } })).toThrow('--host: "" is not a non-empty string');
    expect(of({ flags: { dataDir: "  " } })).toThrow('--data-dir: "  " is not a non-empty string');
    for (const host of ["", 0, null, ["127.0.0.1"]]) {
      expect(of({ file: { path: "t.json", values: { host } } })).toThrow(
        `"host" in t.json: ${JSON.stringify(host)} is not a non-empty string`,
      );
    }
    expect(resolveConfig({ env: { TERRACE_HOST: "" } }).host).toBe("127.0.0.1");
  });

  it("replaces single numbers of the limits and names those that make no sense", () => {
    const env = { TERRACE_TIER_LIMITS: '{"free":{"apiPerMinute":90}}' };
    const { tierLimits } = resolveConfig({ env });
    expect(tierLimits.free).toEqual({ ...DEFAULT_LIMITS.free, apiPerMinute: 90 });
    expect(tierLimits.pro).toEqual(DEFAULT_LIMITS.pro);
    const values = { tierLimits: { anonymous: { apiPerMonth: 0 } } };
    expect(resolveConfig({ file: { path: "t.json", values } }).tierLimits.anonymous.apiPerMonth).toBe(0);
    const of = (text: string) => () => resolveConfig({ env: { TERRACE_TIER_LIMITS: text } });
    expect(of("{")).toThrow("TERRACE_TIER_LIMITS is not JSON");
    expect(of("[]")).toThrow("must be one JSON object");
    expect(of('{"gold":{}}')).toThrow('unknown "gold"; allowed are anonymous, free');
    expect(of('{"free":{"perHour":1}}')).toThrow('unknown "perHour"; allowed are apiPerMinute');
    expect(of('{"free":{"apiPerMinute":-1}}')).toThrow("free.apiPerMinute is -1, not a whole number from 0");
    expect(resolveConfig().tierLimits).toBe(DEFAULT_LIMITS);
  });

  it("reads a setting by its variable of earlier versions where the present one is not set", () => {
    expect(resolveConfig({ env: { PORT: "2", TERRACE_RETAIN: "7" } })).toMatchObject({
      port: 2,
      retainSnapshots: 7,
    });
    expect(resolveConfig({ env: { PORT: "2", TERRACE_PORT: "3" } }).port).toBe(3);
    expect(() => resolveConfig({ env: { PORT: "x" } })).toThrow('PORT: "x" is not');
  });

  it("has one flag, one variable and a sentence for every setting", () => {
    const former = SETTINGS.flatMap(({ formerEnv }) => formerEnv ?? []);
    expect(former.length).toBe(12);
    const variables = [...SETTINGS.map((s) => envName(s.key)), ...former];
    expect(new Set(variables).size).toBe(variables.length);
    expect(variables).toContain("TERRACE_REQUEST_TIMEOUT_MS");
    expect(SETTINGS.map((s) => flagName(s.key))).toContain("--data-dir");
    for (const s of SETTINGS) expect(s.doc.length).toBeGreaterThan(20);
  });
});

describe("isSwitchedOn", () => {
  it("is off only for false, 0, off and no in any case", () => {
    expect(["false", "0", "OFF", " no "].map(isSwitchedOn)).toEqual([false, false, false, false]);
    expect([undefined, "", "true", "1", "nope"].map(isSwitchedOn)).toEqual([true, true, true, true, true]);
  });
});

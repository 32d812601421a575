import { describe, expect, it } from "vitest";
import { METRIC_KEYS } from "../../src/domains/suburbs/metrics/metric-registry.ts";
import { editDistance, nearestNames } from "../../src/runtime/nearest-names.ts";

describe("nearestNames", () => {
  it("suggests what a person meant", () => {
    expect(nearestNames("pirce", METRIC_KEYS, 3)[0]).toBe("price");
    expect(nearestNames("Born-Overseas", METRIC_KEYS, 3)[0]).toBe("born_overseas");
    expect(nearestNames("unemployment", METRIC_KEYS, 3)).toContain("unemployment_rate");
    expect(nearestNames("x".repeat(1_000_000), METRIC_KEYS, 3)).toEqual([]);
  });
});

describe("editDistance", () => {
  it("counts inserts, deletes, replacements and swaps", () => {
    expect(editDistance("port", "port")).toBe(0);
    expect(editDistance("prot", "port")).toBe(1);
    expect(editDistance("", "abc")).toBe(3);
    expect(editDistance("kitten", "sitting")).toBe(3);
  });
});

import { describe, expect, it } from "vitest";
import { SOFT_PARTS, SoftFailures } from "../../src/rpc/soft-failures.ts";

describe("SoftFailures", () => {
  it("counts each part by itself and shows those that never failed as zero", () => {
    const failures = new SoftFailures();
    expect(failures.counts().get("freshness")).toBe(0);
    failures.add("freshness");
    failures.add("freshness");
    const counts = failures.counts();
    expect([...counts.keys()]).toEqual([...SOFT_PARTS]);
    expect([...counts].filter(([, count]) => count > 0)).toEqual([["freshness", 2]]);
  });
});

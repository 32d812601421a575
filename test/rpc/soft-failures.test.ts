import { describe, expect, it } from "vitest";
import { SOFT_PARTS, SoftFailures } from "../../src/rpc/soft-failures.ts";

describe("SoftFailures", () => {
  it("counts each part by itself and shows those that never failed as zero", () => {
    const failures = new SoftFailures();
    failures.add("crime");
    failures.add("crime");
    failures.add("valuation");
    const counts = failures.counts();
    expect([...counts.keys()]).toEqual([...SOFT_PARTS]);
    expect([...counts].filter(([, count]) => count > 0)).toEqual([
      ["crime", 2],
      ["valuation", 1],
    ]);
  });
});

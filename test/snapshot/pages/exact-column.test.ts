import { describe, expect, it } from "vitest";
import { NumberColumn } from "../../../src/engine/columns/column-frame.ts";
import { exactColumn } from "../../../src/snapshot/pages/exact-column.ts";
import { runSeed, seededRandom } from "../../support/run/seeded-random.ts";

const read = (values: readonly number[]) => {
  const { form, raw } = exactColumn(Float64Array.from(values));
  const column = new NumberColumn(raw, form);
  return { form, back: values.map((_, i) => column.at(i)) };
};

describe("exactColumn", () => {
  it("takes the fewest bytes in which every value is exact", () => {
    expect(read([0, 254]).form).toEqual({ type: "u8", scale: 1 });
    expect(read([0, 255]).form).toEqual({ type: "u16", scale: 1 });
    expect(read([12.34, 655.34]).form).toEqual({ type: "u16", scale: 100 });
    expect(read([0.0001, 3]).form).toEqual({ type: "u16", scale: 10_000 });
    expect(read([4_294_967_294]).form).toEqual({ type: "u32", scale: 1 });
    expect(read([4_294_967_295]).form).toEqual({ type: "f64", scale: 1 });
    expect(read([-1]).form.type).toBe("f64");
    expect(read([-0]).form.type).toBe("f64");
    expect(read([0.14981842]).form.type).toBe("f64");
  });

  it("gives back the very number, and NaN for a missing one, whatever the column", () => {
    const random = seededRandom(runSeed("exact columns"));
    for (let run = 0; run < 300; run++) {
      const decimals = Math.floor(random() * 7);
      const most = 10 ** Math.floor(random() * 11);
      const values = Array.from({ length: 40 }, () =>
        random() < 0.1
          ? Number.NaN
          : Number((random() * most).toFixed(decimals)) * (random() < 0.01 ? -1 : 1),
      );
      expect(read(values).back).toEqual(values);
    }
    expect(read([]).back).toEqual([]);
  });
});

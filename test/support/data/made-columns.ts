import { Float32, makeData, makeVector, Table, tableToIPC, Utf8, vectorFromArray } from "apache-arrow";
import { STATES } from "../../../src/dataset/states.ts";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { loadColumns } from "../../../src/engine/columns/load-columns.ts";
import { filterByteLength, filterMemoryOf } from "../../../src/engine/filter/filter-memory.ts";
import { columnsLayout } from "../../../src/snapshot/build/write-columns.ts";
import { indexVersion } from "../../../src/snapshot/manifest/manifest.ts";
import { smallManifest } from "../country/small-snapshot.ts";
import { seededRandom } from "../run/seeded-random.ts";

/** Suburbs per state: as in the 2021 census, and smaller for fast tests. */
export const CENSUS_SIZES = [4600, 2975, 3390, 1770, 1730, 790, 280, 140];
export const SMALL_SIZES = [1300, 700, 515, 512, 129, 64, 1, 0];

/**
 * Columns of every metric through the product's Arrow loader: some without nulls, one all null, some with few
 * distinct values; -0, infinities and negatives included.
 */
export function madeColumns(sizes: readonly number[], seed: number, workerLanes: number) {
  const random = seededRandom(seed);
  const n = sizes.reduce((a, b) => a + b, 0);
  const salCodes = STATES.flatMap(({ digit }, s) =>
    Array.from({ length: sizes[s] }, (_, i) => `${digit}${String(i).padStart(4, "0")}`),
  );
  const texts = vectorFromArray(salCodes, new Utf8());
  const children: Record<string, ReturnType<typeof makeVector>> = {
    sal_code: texts,
    sal_name: texts,
    postcode: texts,
    state_code: vectorFromArray(
      STATES.flatMap(({ code }, s) => Array<string>(sizes[s]).fill(code)),
      new Utf8(),
    ),
  };
  METRICS.forEach(({ key }, m) => {
    const values = new Float32Array(n);
    const bits = new Uint8Array(Math.ceil(n / 8));
    const nullShare = m === 7 ? 1 : m % 3 === 0 ? 0 : 0.1 * (m % 4);
    let nullCount = 0;
    for (let i = 0; i < n; i++) {
      if (random() < nullShare) nullCount++;
      else bits[i >> 3] |= 1 << (i & 7);
      values[i] = oneValue(m, random);
    }
    children[key] = makeVector(
      makeData({ type: new Float32(), length: n, nullCount, data: values, nullBitmap: bits }),
    ) as never;
  });
  const file = tableToIPC(new Table(children), "file");
  let from = 0;
  const manifest = {
    ...smallManifest(1),
    states: STATES.map(({ code }, s) => {
      const codes = salCodes.slice(from, from + sizes[s]);
      from += sizes[s];
      return { stateCode: code, suburbs: sizes[s], indexVersion: indexVersion(codes) };
    }),
    national: { suburbs: n, indexVersion: indexVersion(salCodes) },
    columns: columnsLayout(file, METRICS),
  };
  const columns = loadColumns(file, manifest, {
    metrics: METRICS,
    reserveBytes: filterByteLength([...sizes, n], METRICS.length, workerLanes),
  });
  return { columns, filterMemory: filterMemoryOf(columns, workerLanes) };
}

function oneValue(metric: number, random: () => number): number {
  switch (metric % 5) {
    case 0:
      return Math.floor(random() * 9);
    case 1:
      return random() < 0.02 ? (random() < 0.5 ? -0 : 0) : random() * 200 - 100;
    case 2:
      return random() < 0.01 ? Number.POSITIVE_INFINITY : random() * 1e6;
    case 3:
      return 7;
    default:
      return random() * 100;
  }
}

import type { Dictionary, Float32, Int32, Table, Utf8, Vector } from "apache-arrow";
import type { FrameColumn } from "./frame-column.ts";
import type { LocalIndex } from "./local/local-index.ts";
import { SuburbMask } from "./suburb-mask.ts";

/** Columns of the table: sal_code, sal_name, postcode, then one per metric; categories are dictionaries. */
export type FrameTable = Record<string, Utf8 | Float32 | Dictionary<Utf8, Int32>>;

/** An Arrow table of index and columns, all rows or those of a mask. Imports apache-arrow on first use. */
export async function frameToArrow(
  index: LocalIndex,
  columns: readonly FrameColumn[],
  rows: SuburbMask | undefined,
): Promise<Table<FrameTable>> {
  const arrow = await import("apache-arrow").catch((cause) => {
    throw new Error("toArrow needs the package apache-arrow: npm install apache-arrow", { cause });
  });
  const positions = rows?.positions();
  const texts = (list: readonly string[]) =>
    arrow.vectorFromArray(
      positions === undefined ? list : Array.from(positions, (i) => list[i]),
      new arrow.Utf8(),
    );
  const vectors: Record<string, Vector<Utf8 | Float32 | Dictionary<Utf8, Int32>>> = {
    sal_code: texts(index.salCodes),
    sal_name: texts(index.salNames),
    postcode: texts(index.postcodes),
  };
  for (const column of columns) {
    const values =
      positions === undefined ? column.values : Float32Array.from(positions, (i) => column.values[i]);
    const nulls = positions === undefined ? column.nulls : nullsAt(column, positions);
    const common = { length: values.length, nullCount: nulls.count, nullBitmap: nulls.not().bytes };
    vectors[column.key] =
      column.labels.length === 0
        ? arrow.makeVector(arrow.makeData({ type: new arrow.Float32(), data: values, ...common }))
        : arrow.makeVector(
            arrow.makeData({
              type: new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32()),
              data: Int32Array.from(values),
              dictionary: arrow.vectorFromArray([...column.labels], new arrow.Utf8()),
              ...common,
            }),
          );
  }
  return new arrow.Table(vectors) as unknown as Table<FrameTable>;
}

/** The null rows among those at `positions`, as a mask over these rows. */
function nullsAt(column: FrameColumn, positions: Uint32Array): SuburbMask {
  const places = [...positions.keys()].filter((place) => column.nulls.has(positions[place]));
  return SuburbMask.of(column.indexVersion, positions.length, places);
}

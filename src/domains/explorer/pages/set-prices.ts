import { framePages } from "../../../snapshot/pages/frame-pages.ts";
import { numberColumns, textColumns } from "./query-columns.ts";

/** Every measure, dwelling type, period and frequency with a figure, in the order of an answer. */
const POINTS = `
SELECT measure, dwelling_type, period, frequency
FROM suburb_price_points
GROUP BY ALL
ORDER BY measure, dwelling_type, period, frequency`;

const FIGURES = `
SELECT
  CAST(dense_rank() OVER (ORDER BY measure, dwelling_type, period, frequency) - 1 AS INTEGER) AS point,
  position, value, CAST(is_preliminary AS INTEGER) AS is_preliminary
FROM suburb_price_points
ORDER BY point, value, position`;

/** Published figures of suburbs as columns: those of a point together, ascending. */
export const SET_PRICES = framePages({
  name: "set_prices",
  columns: async function* (db) {
    yield* textColumns(db, POINTS, ["measure", "dwelling_type", "frequency"]);
    yield* numberColumns(db, POINTS, ["period"]);
    yield* numberColumns(db, FIGURES, ["point", "position", "value", "is_preliminary"]);
  },
});

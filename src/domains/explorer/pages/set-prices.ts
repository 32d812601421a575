import { framePages, numberColumns, textColumns } from "../../../snapshot/pages/frame-pages.ts";

/** Every measure, dwelling type, period and frequency with a figure, in the order of an answer. */
const POINTS = `
SELECT measure, dwelling_type, period, frequency
FROM serve.suburb_price_points
GROUP BY ALL
ORDER BY measure, dwelling_type, period, frequency`;

const FIGURES = `
SELECT
  CAST(dense_rank() OVER (ORDER BY measure, dwelling_type, period, frequency) - 1 AS INTEGER) AS point,
  position, value, CAST(is_preliminary AS INTEGER) AS is_preliminary
FROM serve.suburb_price_points
ORDER BY point, value, position`;

/** Published figures of suburbs as columns: those of a point together, ascending. */
export const SET_PRICES = framePages({
  name: "set_prices",
  queries: { points: POINTS, figures: FIGURES },
  columns: async function* (results) {
    yield* textColumns(results, "points", ["measure", "dwelling_type", "frequency"]);
    yield* numberColumns(results, "points", ["period"]);
    yield* numberColumns(results, "figures", ["point", "position", "value", "is_preliminary"]);
  },
});

import type { ExportColumn, OpenExport } from "../export.ts";
import { tableExport } from "../table-export.ts";
import { economyOf } from "./queries/economy.ts";
import { noSuchSeries } from "./queries/series-store.ts";

const PERIOD: ExportColumn = { name: "period", type: "date", doc: "First day of the period observed." };
const VALUE: ExportColumn = { name: "value", type: "float64", doc: "Value observed." };

/** The observations of one series; the metadata of the column `value` has its unit, source and licence. */
export const seriesExport: OpenExport = tableExport(
  {
    table: "economic_observations",
    columns: [PERIOD, VALUE],
    where: { sql: "series_number = $number", parameters: { number: "integer" } },
    datasetTables: ["economic_series"],
  },
  async ({ key }, view) => {
    const { series: catalogue } = await economyOf(view).store();
    const number = catalogue.findIndex(({ seriesKey }) => seriesKey === key);
    if (number < 0) throw noSuchSeries(key, catalogue);
    const { metric, regionName, frequency, adjustment, unit, sourceKey, sourceLicence } = catalogue[number];
    const doc = `${metric} of ${regionName}, ${frequency}, ${adjustment}; source ${sourceKey}, licence ${sourceLicence}.`;
    return {
      title: `${key}: ${metric} of ${regionName}`,
      name: `series-${key}`,
      values: { number },
      columns: [PERIOD, { ...VALUE, unit, doc, sources: [sourceKey] }],
    };
  },
);

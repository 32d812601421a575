import { STATES } from "../../../dataset/states.ts";

const rows = STATES.map((state) => `('${state.code.toLowerCase()}', '${state.name}')`).join(", ");

/** SQL for the values of `markets.<metric>.<state>`, from a table of regions, which are states' codes, periods and values. */
export const stateSeries = (metric: string, unit: string, table: string) => `
SELECT
  'markets.${metric}.' || region AS series_key,
  '${metric}' AS metric,
  '' AS product,
  'state' AS region_type,
  region AS region_code,
  state_names.name AS region_name,
  '${unit}' AS unit,
  period,
  value
FROM ${table}
JOIN (VALUES ${rows}) AS state_names(code, name) ON state_names.code = region`;

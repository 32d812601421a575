import { remembered } from "../../runtime/lazy.ts";
import { headerOf } from "../files/plain-table.ts";
import type { ImportFile } from "../run/import-file.ts";
import type { RejectTally } from "../run/reject-tally.ts";
import { dataflowOf, type SdmxMessage, type SdmxSeries, type SdmxValue } from "./sdmx-message.ts";

const ATTRIBUTES = new Set([
  "UNIT_MEASURE",
  "UNIT_MULT",
  "OBS_STATUS",
  "OBS_COMMENT",
  "DECIMALS",
  "BASE_PERIOD",
]);

/** True for an SDMX-CSV header: two of dataflow, period and value are enough, so that one may be renamed. */
export function isSdmxCsv(file: ImportFile): boolean {
  const ids = headerOf(file).map(idOf);
  const found = ["TIME_PERIOD", "OBS_VALUE", "DATAFLOW"].filter((id) => ids.includes(id));
  return found.length >= 2;
}

/** Parses an SDMX-CSV file whose cells are codes (`1`) or codes with labels (`1: Index Numbers`). */
export function readSdmxCsv(file: ImportFile, tally: RejectTally): SdmxMessage {
  const [header, ...rows] = file.csv();
  const ids = header.map(idOf);
  const at = (id: string) => {
    const index = ids.indexOf(id);
    if (index < 0) file.refuse(`no column ${id}; it has ${ids.join(", ")}`);
    return index;
  };
  const [flowAt, periodAt, valueAt] = [at("DATAFLOW"), at("TIME_PERIOD"), at("OBS_VALUE")];
  const dimensionAt = ids.flatMap((id, i) =>
    [flowAt, periodAt, valueAt].includes(i) || ATTRIBUTES.has(id) ? [] : [i],
  );
  const attributeAt = ids.flatMap((id, i) => (ATTRIBUTES.has(id) ? [i] : []));
  const flows = new Set<string>();
  const found = new Map<string, SdmxSeries & { points: { period: string; value: number; row: number }[] }>();
  for (const [r, cells] of rows.entries()) {
    const row = r + 2;
    if (cells.length === 1 && cells[0] === "") continue;
    if (cells.length !== header.length) {
      tally.reject("wrong number of cells", row, `${cells.length} cells, the header has ${header.length}`);
      continue;
    }
    const text = cells[valueAt].trim();
    if (text === "") continue;
    const value = Number(text);
    if (!Number.isFinite(value)) {
      tally.reject("not a number", row, `OBS_VALUE "${text}" is not a number`);
      continue;
    }
    flows.add(dataflowOf(cells[flowAt]) ?? cells[flowAt]);
    const dimensions = valuesAt(ids, cells, dimensionAt);
    const key = [...dimensions.values()].map(({ code }) => code).join(".");
    const attributes = valuesAt(ids, cells, attributeAt);
    const series = remembered(found, key, () => ({ key, dimensions, attributes, points: [] }));
    series.points.push({ period: codeAndName(cells[periodAt]).code, value, row });
  }
  if (flows.size !== 1) file.refuse(`${flows.size} dataflows (${[...flows].join(", ")}); one is read`);
  return { dataflow: [...flows][0], prepared: undefined, series: [...found.values()] };
}

function valuesAt(ids: readonly string[], cells: readonly string[], at: readonly number[]) {
  return new Map(at.map((i) => [ids[i], codeAndName(cells[i])]));
}

/** Splits `1: Index Numbers` into code and name; for `1` both are the code. */
function codeAndName(cell: string): SdmxValue {
  const [code, ...name] = cell.split(":");
  const label = name.join(":").trim();
  return { code: code.trim(), name: label === "" ? code.trim() : label };
}

function idOf(cell: string): string {
  return cell.split(":")[0].trim().toUpperCase();
}

import { STATES } from "../../dataset/states.ts";
import type { FileReading, Importer } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { type Frequency, periodOfSdmx } from "../series/period.ts";
import { inTimeOrder, type Points } from "../series/points.ts";
import { combineSeries, explainSeries, type SeriesPart, type StoredSeries } from "../series/series-part.ts";
import { regionOfLabel, type SeriesRegion } from "../series/series-regions.ts";
import { adjustmentOf, baseUnitOf, scaled } from "../series/series-target.ts";
import { targetOf } from "./abs-meaning.ts";
import { ABS_CATALOGUES } from "./abs-sources.ts";
import { DATAFLOWS, type DataflowWords, SDMX_UNITS } from "./sdmx-codes.ts";
import { isSdmxCsv, readSdmxCsv } from "./sdmx-csv.ts";
import { isSdmxJson, readSdmxJson } from "./sdmx-json.ts";
import type { SdmxMessage, SdmxSeries, SdmxValue } from "./sdmx-message.ts";

const SOURCES = [...ABS_CATALOGUES.values()];

/** Importer for answers of the ABS Data API (SDMX-JSON and SDMX-CSV). Shares sources with the workbooks. */
export const ABS_SDMX: Importer<SeriesPart> = {
  id: "abs-sdmx",
  title: "ABS Data API messages (SDMX)",
  version: 4,
  sources: SOURCES,
  recognise(file) {
    if (isSdmxJson(file)) return { confidence: 85, what: "ABS Data API answer, SDMX-JSON" };
    return isSdmxCsv(file) ? { confidence: 85, what: "ABS Data API answer, SDMX-CSV" } : undefined;
  },
  read: readAbsSdmx,
  explain: (file) => readAbsSdmx(file).part.series.map(explainSeries),
  combine: (parts) => combineSeries(parts, SOURCES),
};

function readAbsSdmx(file: ImportFile): FileReading<SeriesPart> {
  const tally = new RejectTally();
  const message: SdmxMessage = isSdmxJson(file) ? readSdmxJson(file) : readSdmxCsv(file, tally);
  const words = DATAFLOWS[message.dataflow];
  if (words === undefined)
    file.refuse(`dataflow ${message.dataflow}; read are ${Object.keys(DATAFLOWS).join(", ")}`);
  let read = 0;
  let used = 0;
  let newest = "";
  const series: StoredSeries[] = [];
  for (const one of message.series) {
    const figures = figuresOf(one, tally);
    const points = inTimeOrder(one.key, figures, tally);
    read += one.points.length;
    newest = [newest, points.lastDays.at(-1) ?? ""].sort().at(-1)!;
    if (figures.length === 0) continue;
    const stored = storedSeries(message.dataflow, words, one, figures[0].frequency, points, tally);
    if (stored === undefined) continue;
    series.push(stored);
    used += points.values.length;
  }
  reportCutMessage(message, newest, tally);
  if (newest === "") file.refuse("no observation");
  const notes = [`${series.length} series of dataflow ${message.dataflow}; rows are counted as observations`];
  if (message.prepared === undefined) notes.push("the vintage is the last day of the newest period");
  return tally.reading({
    part: { series },
    rowsRead: read,
    rowsUsed: used,
    vintage: message.prepared ?? newest,
    notes,
  });
}

/** Rejects a last series that alone ends early: series come one by one, so the message was cut. */
function reportCutMessage({ series }: SdmxMessage, newest: string, tally: RejectTally): void {
  const ends = series.map(({ points }) => {
    const days = points.map(({ period }) => periodOfSdmx(period)?.lastDay ?? "");
    return days.sort().at(-1) ?? "";
  });
  const last = series.at(-1);
  if (last === undefined || ends.length < 2 || ends.at(-1)! >= newest) return;
  if (ends.slice(0, -1).some((end) => end < newest)) return;
  const row = last.points.at(-1)?.row ?? 1;
  tally.reject("series may be cut", row, `${last.key} ends ${ends.at(-1)}, every other series ${newest}`);
}

/** Points with a known period (month, quarter or year), in message order, which need not be time order. */
function figuresOf(series: SdmxSeries, tally: RejectTally) {
  return series.points.flatMap(({ period, value, row }) => {
    const known = periodOfSdmx(period);
    if (known !== undefined) return [{ ...known, period, value, row }];
    tally.reject("unknown period", row, `${series.key}: "${period}" is not a month, quarter or year`);
    return [];
  });
}

function storedSeries(
  dataflow: string,
  words: DataflowWords,
  series: SdmxSeries,
  frequency: Frequency,
  points: Points,
  tally: RejectTally,
): StoredSeries | undefined {
  const { dimensions, attributes, key } = series;
  const row = series.points[0]?.row ?? 1;
  const reject = (rule: string, reason: string) => tally.reject(rule, row, `${dataflow} ${key}: ${reason}`);
  for (const [id, code] of Object.entries(words.fixed ?? {})) {
    const found = dimensions.get(id)?.code ?? code;
    if (found !== code) return void reject("series not mapped", `${id} is ${found}, read is ${code}`);
  }
  const measure = attributes.get("UNIT_MEASURE");
  const unit = baseUnitOf(SDMX_UNITS[measure?.code ?? ""] ?? measure?.name ?? "");
  if (unit === undefined) return void reject("unknown unit", `unit "${measure?.name ?? ""}"`);
  const adjustment = adjustmentOf(dimensions.get("TSEST")?.code ?? "10");
  if (adjustment === undefined)
    return void reject("unknown series type", `TSEST ${dimensions.get("TSEST")?.code}`);
  const region = regionOf(dimensions.get("REGION"), words);
  if (region === undefined) {
    return void reject("region has no place", `region ${dimensions.get("REGION")?.name ?? "missing"}`);
  }
  const parts = words.parts.map((id) => wordOf(id, dimensions.get(id), words));
  const target = targetOf(words.catalogue, { parts, region, unit: unit.unit, adjustment, frequency });
  if (target === undefined) return void reject("series not mapped", `"${parts.join("; ")}"`);
  if (target.economic === undefined && target.price === undefined) {
    return void reject("region has no place", "neither the price tables nor the catalogue have it");
  }
  const multiplier = attributes.get("UNIT_MULT")?.code ?? "0";
  if (!/^-?\d{1,2}$/.test(multiplier)) return void reject("unknown unit", `UNIT_MULT "${multiplier}"`);
  const factor = unit.factor * 10 ** Number(multiplier);
  return {
    id: `${dataflow}/${key}`,
    sourceId: ABS_CATALOGUES.get(words.catalogue)!.id,
    target,
    frequency,
    lastDays: points.lastDays,
    values: points.values.map((value) => scaled(value, factor)),
  };
}

function wordOf(id: string, value: SdmxValue | undefined, words: DataflowWords): string {
  if (value === undefined) return "";
  return value.name === value.code ? knownName(words.names[id], value.code) : value.name;
}

function knownName(names: Readonly<Record<string, string>> | undefined, code: string): string {
  return names !== undefined && Object.hasOwn(names, code) ? names[code] : code;
}

/** Looks up the code first: 8ACTE and 8 are both named after the territory. */
function regionOf(value: SdmxValue | undefined, words: DataflowWords): SeriesRegion | undefined {
  if (value === undefined) return undefined;
  const known = regionOfLabel(value.code) ?? regionOfLabel(value.name);
  if (known !== undefined) return known;
  const state = STATES.find(({ digit }) => digit === value.code);
  if (state === undefined) return undefined;
  return regionOfLabel(words.citiesByDigit ? state.capitalRegion.code : state.name);
}

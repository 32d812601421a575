import { plainText } from "../../support/plain/plain-csv.ts";
import { type PlainSheet, plainSheet, serialDay } from "../../support/plain/plain-workbook.ts";
import { type Draws, drawsOf, type Published } from "./drawn-cells.ts";

const FACTORS: Readonly<Record<string, number>> = {
  "$ Millions": 1e6,
  "$'000": 1e3,
  "000": 1e3,
  "000 Hours": 1e3,
};
const scaledBy = (value: number, unit: string) => Number((value * (FACTORS[unit] ?? 1)).toPrecision(15));

/** First day of the day's month, or of the quarter that ends with it. */
function firstDay(day: string, isQuarter: boolean): string {
  const month = Number(day.slice(5, 7)) - (isQuarter ? 2 : 0);
  return `${day.slice(0, 4)}-${String(month).padStart(2, "0")}-01`;
}

/** Row numbers of the labels in the first column. */
function labelRows(sheet: PlainSheet): Map<string, number> {
  return new Map(
    [...sheet].flatMap(([ref, value]) =>
      /^A\d+$/.test(ref) && typeof value === "string" ? [[value, Number(ref.slice(1))]] : [],
    ),
  );
}

function keysById({ rows }: Published): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const { dimensions, series_key } of rows("economic_series", "series_key").values()) {
    if (typeof dimensions !== "string") continue;
    keys.set((JSON.parse(dimensions) as { series_id: string }).series_id, String(series_key));
  }
  return keys;
}

/** The bureau's workbooks, by series id. */
export function workbookCells(published: Published): Draws[] {
  const { rows, draw, path } = published;
  const byId = keysById(published);
  const observed = rows("economic_observations", "series_key", "period");
  const books = [
    "643201_to-2024-06.xlsx",
    "640101_to-2024.xlsx",
    "6202001_labour_force.xlsx",
    "8731007.xlsx",
  ];
  return books.map((name) => {
    const sheet = plainSheet(path(`abs-time-series/${name}`), "Data1");
    const labels = labelRows(sheet);
    const idRow = String(labels.get("Series ID"));
    const columns = [...sheet.keys()].flatMap((ref) => {
      const [, letters, row] = /^([A-Z]+)(\d+)$/.exec(ref)!;
      return row === idRow && letters !== "A" ? [letters] : [];
    });
    const dates = [...sheet].flatMap(([ref, value]) =>
      /^A\d+$/.test(ref) && typeof value === "number" ? [[Number(ref.slice(1)), value] as const] : [],
    );
    return drawsOf("abs-time-series", name, 60, () => {
      const column = draw(columns);
      const [row, serial] = draw(dates);
      const key = byId.get(String(sheet.get(`${column}${idRow}`)));
      const value = sheet.get(`${column}${row}`);
      if (key === undefined || typeof value !== "number") return undefined;
      const isQuarter = sheet.get(`${column}${labels.get("Frequency")}`) === "Quarter";
      const unit = String(sheet.get(`${column}${labels.get("Unit")}`));
      const period = firstDay(serialDay(serial), isQuarter);
      const imported = observed.get(`${key} ${period}`)?.value;
      return [`${name} ${column}${row} ${key} ${period}`, scaledBy(value, unit), imported];
    });
  });
}

/** The bank's tables, by series id. */
export function bankCells(published: Published): Draws[] {
  const { rows, draw, path } = published;
  const byId = keysById(published);
  const observed = rows("economic_observations", "series_key", "period");
  // The catalogue uses base units: dollars where the bank prints millions.
  const scaleOf = (unit: string) =>
    /billion|\$b\b/i.test(unit) ? 1e9 : /million|\$m\b/i.test(unit) ? 1e6 : 1;
  return (
    [
      ["f5-data.csv.gz", false],
      ["f6-data.csv.gz", false],
      ["f1.1-data.csv.gz", false],
      ["g1-data.csv.gz", true],
    ] as const
  ).map(([name, isQuarter]) => {
    const lines = plainText(path(`rba/${name}`)).split(/\r?\n/);
    const ids = lines.find((line) => line.startsWith("Series ID"))!.split(",");
    const units = lines.find((line) => line.startsWith("Units"))!.split(",");
    const data = lines.map((line) => line.split(",")).filter(([date]) => /^\d\d\/\d\d\/\d{4}$/.test(date));
    return drawsOf("rba-tables", name, 30, () => {
      const cells = draw(data);
      const at = ids.indexOf(draw(ids.slice(1)));
      const key = byId.get(ids[at]);
      if (key === undefined || ids[at] === "" || (cells[at] ?? "") === "") return undefined;
      const [day, month, year] = cells[0].split("/");
      const period = firstDay(`${year}-${month}-${day}`, isQuarter);
      const imported = observed.get(`${key} ${period}`)?.value;
      return [`${name} ${ids[at]} ${period}`, Number(cells[at]) * scaleOf(units[at]), imported];
    });
  });
}

interface SdmxMessage {
  readonly data: {
    readonly dataSets: readonly { readonly series: Readonly<Record<string, SdmxSeries>> }[];
    readonly structures: readonly SdmxStructure[];
  };
}
interface SdmxSeries {
  readonly observations: Readonly<Record<string, readonly (number | null)[]>>;
}
interface SdmxStructure {
  readonly dimensions: {
    readonly series: readonly SdmxDimension[];
    readonly observation: readonly SdmxDimension[];
  };
}
interface SdmxDimension {
  readonly id: string;
  readonly values: readonly { readonly id: string }[];
}

/** Changes of capital cities' price indexes, from a response of the bureau's API. */
export function sdmxCells(published: Published): Draws[] {
  const { rows, draw, path } = published;
  const name = "RPPI_sdmx-json_3.1_all-cities.json.gz";
  const { data } = JSON.parse(plainText(path(`abs-time-series/${name}`))) as SdmxMessage;
  const { series, observation } = data.structures[0].dimensions;
  const all = data.dataSets.flatMap(({ series: own }) => Object.entries(own));
  const byId = keysById(published);
  const observed = rows("economic_observations", "series_key", "period");
  return [
    drawsOf("abs-sdmx", name, 40, () => {
      const [key, { observations }] = draw(all);
      const at = draw(Object.keys(observations));
      const value = observations[at][0];
      const [year, quarter] = observation[0].values[Number(at)].id.split("-Q");
      const period = `${year}-${String(3 * Number(quarter) - 2).padStart(2, "0")}-01`;
      const id = `RPPI/${key
        .split(":")
        .map((place, i) => series[i].values[Number(place)].id)
        .join(".")}`;
      return value === null
        ? undefined
        : [`${id} ${period}`, value, observed.get(`${byId.get(id)} ${period}`)?.value];
    }),
  ];
}

import { remembered } from "../../runtime/lazy.ts";
import { dayNumberOf } from "../../runtime/time/calendar-date.ts";
import type { ImportFile } from "../run/import-file.ts";
import { dataflowOf, type SdmxMessage, type SdmxSeries, type SdmxValue } from "./sdmx-message.ts";

interface Component {
  id: string;
  values?: { id?: string; value?: string; name?: string; names?: { en?: string } }[];
}
interface Components {
  dataSet?: Component[];
  series?: Component[];
  observation?: Component[];
}
interface Structure {
  name?: string;
  dimensions?: Components;
  attributes?: Components;
  links?: { urn?: string }[];
}
interface DataSet {
  links?: { urn?: string }[];
  series?: Record<
    string,
    { attributes?: (number | null)[]; observations?: Record<string, (number | null)[]> }
  >;
  observations?: Record<string, (number | null)[]>;
}
interface Message {
  meta?: { prepared?: string };
  header?: { prepared?: string };
  structure?: Structure;
  dataSets?: DataSet[];
  data?: { structure?: Structure; structures?: Structure[]; dataSets?: DataSet[] };
}

export function isSdmxJson(file: ImportFile): boolean {
  return /^\s*\{/.test(file.head) && /"dataSets"/.test(file.head.slice(0, 20_000));
}

/** Parses SDMX-JSON 1.0 (one `structure`) or 2.0 (`structures`), grouped by series or flat. */
export function readSdmxJson(file: ImportFile): SdmxMessage {
  try {
    return messageOf(file);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    // A member does not have the type that the format prescribes.
    file.refuse(`SDMX-JSON is damaged: ${cause.message}`, cause);
  }
}

function messageOf(file: ImportFile): SdmxMessage {
  const message = file.json() as Message;
  const refuse = (reason: string): never => file.refuse(`SDMX-JSON ${reason}`);
  const structure = message.data?.structures?.[0] ?? message.data?.structure ?? message.structure;
  const dataSet = (message.data?.dataSets ?? message.dataSets)?.[0];
  if (structure?.dimensions === undefined) return refuse("without a structure");
  if (dataSet === undefined) return refuse("without a data set");
  const urns = [...(structure.links ?? []), ...(dataSet.links ?? [])].map(({ urn }) => urn ?? "");
  const dataflow = urns.map(dataflowOf).find((id) => id !== undefined);
  if (dataflow === undefined) return refuse("names no ABS dataflow");
  const { dimensions, attributes = {} } = structure;
  const series =
    dataSet.series === undefined
      ? flatSeries(dataSet.observations ?? {}, dimensions, attributes, refuse)
      : groupedSeries(dataSet.series, dimensions, attributes, refuse);
  const prepared = (message.meta ?? message.header)?.prepared?.slice(0, 10);
  const isDay = prepared !== undefined && dayNumberOf(prepared) !== undefined;
  return { dataflow, prepared: isDay ? prepared : undefined, series };
}

function groupedSeries(
  grouped: NonNullable<DataSet["series"]>,
  dimensions: Components,
  attributes: Components,
  refuse: (reason: string) => never,
): SdmxSeries[] {
  const time = timeOf(dimensions.observation ?? [], refuse);
  return Object.entries(grouped).map(([positions, entry]) => {
    const values = pick(dimensions.series ?? [], positions.split(":").map(Number), refuse);
    const points = Object.entries(entry.observations ?? {}).flatMap(([position, [value]]) => {
      const period = time.values?.[Number(position)]?.id;
      if (period === undefined) return refuse(`observation ${position} of series ${positions} has no period`);
      return typeof value === "number" ? [{ period, value, row: Number(position) + 1 }] : [];
    });
    return {
      key: keyOf(values),
      dimensions: values,
      attributes: pick(attributes.series ?? [], entry.attributes ?? [], refuse),
      points,
    };
  });
}

function flatSeries(
  observations: Record<string, (number | null)[]>,
  dimensions: Components,
  attributes: Components,
  refuse: (reason: string) => never,
): SdmxSeries[] {
  const all = dimensions.observation ?? [];
  const at = all.indexOf(timeOf(all, refuse));
  const found = new Map<string, SdmxSeries & { points: { period: string; value: number; row: number }[] }>();
  Object.entries(observations).forEach(([positions, [value, ...attributePositions]], i) => {
    const values = new Map(pick(all, positions.split(":").map(Number), refuse));
    const period = values.get(all[at].id)!.code;
    values.delete(all[at].id);
    const key = keyOf(values);
    const own = pick(attributes.observation ?? [], attributePositions, refuse);
    const series = remembered(found, key, () => ({ key, dimensions: values, attributes: own, points: [] }));
    if (typeof value === "number") series.points.push({ period, value, row: i + 1 });
  });
  return [...found.values()];
}

function timeOf(components: readonly Component[], refuse: (reason: string) => never): Component {
  return components.find(({ id }) => id === "TIME_PERIOD") ?? refuse("has no dimension TIME_PERIOD");
}

/** Values at the positions, by component id. The position of an unset attribute is null. */
function pick(
  components: readonly Component[],
  positions: readonly (number | null)[],
  refuse: (reason: string) => never,
): Map<string, SdmxValue> {
  const picked = new Map<string, SdmxValue>();
  for (const [i, { id, values }] of components.entries()) {
    const position = positions[i];
    if (position === null || position === undefined) continue;
    const value = values?.[position];
    if (value === undefined)
      return refuse(`points to value ${position} of ${id}, which has ${values?.length ?? 0}`);
    const code: unknown = value.id ?? value.value ?? "";
    const name: unknown = value.name ?? value.names?.en ?? code;
    if (typeof code !== "string" || typeof name !== "string")
      return refuse(`has a value of ${id} that is not text`);
    picked.set(id, { code, name });
  }
  return picked;
}

function keyOf(values: ReadonlyMap<string, SdmxValue>): string {
  return [...values.values()].map(({ code }) => code).join(".");
}

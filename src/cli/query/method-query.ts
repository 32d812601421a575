import { toJsonString } from "@bufbuild/protobuf";
import { fullName } from "../../domains/domain.ts";
import type { Export } from "../../domains/export.ts";
import { EXPORTS } from "../../domains/index.ts";
import { METRICS } from "../../domains/suburbs/metrics/metric-registry.ts";
import { rowRange } from "../../exports/row-range.ts";
import { askMethod } from "../../library/ask-method.ts";
import { enginePartsOf, openEngine, type TerraceEngine } from "../../library/open-engine.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { editDistance, nearestNames } from "../../runtime/nearest-names.ts";
import type { Terminal } from "../terminal.ts";
import type { ShownData } from "./open-tables.ts";
import { refuseParameters, TABLE_FORMAT } from "./result-format.ts";
import { type ResultOptions, writeResult, writeWhole } from "./write-result.ts";

const METHODS: Readonly<Record<string, string>> = {
  filter: 'filter <state|AU> [condition], for example: filter NSW "price < 900000"',
  series: "series <key>, for example: series rates.cash_rate_target.aus",
  drops: "drops <suburbs|addresses|agencies|index> <state|AU>",
  shorts: "shorts <date|latest>, for example: shorts latest",
  profile: "profile <sal_code>, for example: profile 10001",
};

/** A longer series is cut to its newest rows in a table for people. */
const NEWEST_ROWS = 40;

/** Metrics shown for a suburb in every table. */
const USUAL_METRICS = ["price", "population", "income"];

const PROFILE = "shorts.v1alpha1.HousingService/GetSuburbProfile";

export interface MethodQuery extends ShownData {
  readonly words: readonly string[];
  readonly parameters: Readonly<Record<string, string | undefined>>;
}

/** True when the words name a method; all else is SQL. No SQL statement begins with one of these words. */
export function isMethodQuery([first, ...rest]: readonly string[]): boolean {
  if (Object.hasOwn(METHODS, first)) return true;
  // A statement comes as one string, or its first word is an SQL keyword, which is far from these.
  const [near] = nearestNames(first, Object.keys(METHODS), 1);
  if (rest.length > 0 && near !== undefined && editDistance(first.toLowerCase(), near) <= 2) {
    throw invalidArgument(`"${first}" is neither SQL nor a method; did you mean ${METHODS[near]}`);
  }
  return false;
}

/** Answers a method query on the current snapshot as the server would. */
export async function runMethodQuery(
  { words, parameters, path, switches }: MethodQuery,
  options: ResultOptions,
  terminal: Terminal,
): Promise<void> {
  const [method, ...rest] = words;
  const wrong = () => invalidArgument(`${words.join(" ")}: expected ${METHODS[method]}`);
  if (rest.length === 0 || rest.length > 2) throw wrong();
  const engine = await openEngine(path, { switches });
  const file = (path: string, key: string, more: Readonly<Record<string, string | undefined>> = {}) => {
    const given = Object.entries({ ...parameters, ...more }).filter((one) => one[1] !== undefined);
    return writeExport(engine, path, key, new Map(given as [string, string][]), options, terminal);
  };
  /** A table for people shows only the usual metrics and those in the condition or sort; a file has all. */
  const shownMetrics = (condition = "") => {
    if (parameters.metrics !== undefined || options.format !== TABLE_FORMAT) return parameters.metrics;
    const asked = `${condition} ${parameters.sort ?? ""}`.match(/[a-z_][a-z0-9_]*/gi) ?? [];
    const keys = METRICS.map(({ key }) => key).filter((key) => (asked as string[]).includes(key));
    return [...new Set([...keys, ...USUAL_METRICS])].join(",");
  };
  try {
    switch (method) {
      case "filter":
        return await file("suburbs/", rest[0], { where: rest[1], metrics: shownMetrics(rest[1]) });
      case "series":
      case "shorts":
        if (rest.length !== 1) throw wrong();
        return await file(`${method}/`, rest[0]);
      case "drops":
        if (rest.length !== 2) throw wrong();
        return await file(`drops/${rest[0]}/`, rest[1]);
      default: {
        refuseParameters(parameters, "profile");
        if (options.format !== TABLE_FORMAT && options.format !== "json") {
          throw invalidArgument(`--format: "${options.format}" does not apply to a profile, which is JSON`);
        }
        const profile = enginePartsOf(engine).methods.find(({ desc }) => fullName(desc) === PROFILE)!;
        const answer = await askMethod(profile, { salCode: rest[0] }, { signal: terminal.signal });
        const text = toJsonString(profile.desc.output, answer, { prettySpaces: 2 });
        if (options.out === undefined) terminal.out(text);
        else {
          await writeWhole([Buffer.from(`${text}\n`)], options.out, terminal.signal);
          terminal.err(`written to ${options.out}`);
        }
      }
    }
  } finally {
    await engine.close();
  }
}

/** Writes the export whose path starts with `stem`, as a table or a file. */
async function writeExport(
  engine: TerraceEngine,
  stem: string,
  key: string,
  parameters: ReadonlyMap<string, string>,
  options: ResultOptions,
  terminal: Terminal,
): Promise<void> {
  const declared = findExport(stem);
  const known = Object.keys(declared.parameters);
  for (const name of parameters.keys()) {
    if (!known.includes(name)) throw invalidArgument(`--${name} does not apply to ${stem.slice(0, -1)}`);
  }
  const { engine: inner } = enginePartsOf(engine);
  const open = await declared.load();
  await inner.use(async (view) => {
    const request = { key, parameters, wantsGeometry: false };
    const whole = await open(view, request, terminal.signal);
    const isCut = stem === "series/" && options.format === TABLE_FORMAT && whole.rowCount > NEWEST_ROWS;
    if (isCut)
      terminal.err(`the newest ${NEWEST_ROWS} of ${whole.rowCount}; --format csv prints all of them`);
    // For people the newest rows of a series matter most.
    const { rowCount } = whole;
    const newest = (stop: AbortSignal) => rowRange(whole.batches(stop), rowCount - NEWEST_ROWS, rowCount);
    const table = isCut ? { ...whole, rowCount: NEWEST_ROWS, batches: newest } : whole;
    await writeResult(table, view.manifest, options, terminal);
  });
}

function findExport(stem: string): Export {
  const found = EXPORTS.find(({ path }) => path.slice(0, path.lastIndexOf("/") + 1) === stem);
  if (found !== undefined) return found;
  const kinds = EXPORTS.filter(({ path }) => path.startsWith("drops/")).map(({ path }) => path.split("/")[1]);
  throw invalidArgument(`"${stem.split("/")[1]}" is not one of ${kinds.join(", ")}`);
}

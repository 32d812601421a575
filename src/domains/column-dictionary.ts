import type { Metric } from "../dataset/metric.ts";
import type { ColumnDefinition } from "../dataset/table-definition.ts";
import { DATASET_TABLES } from "../dataset/tables/index.ts";
import { protoComments } from "../rpc/proto-comments.ts";
import { codeDigest } from "../runtime/files/code-digest.ts";
import type { ColumnFacts, DescribeColumn, Dictionary } from "../snapshot/build/table-dictionary.ts";
import { checksumOf } from "../snapshot/graph/step.ts";
import { METRICS_TABLE } from "../snapshot/manifest/manifest.ts";

/** Docs, units and null meanings of a snapshot's columns, from metrics, dataset tables and proto comments. */
export async function columnDictionary(metrics: readonly Metric[]): Promise<Dictionary> {
  const code = await codeDigest(import.meta.url);
  const known = documentedFields();
  return {
    describe: describeColumn(metrics, known),
    definition: code && checksumOf([code, metrics, [...known]]),
  };
}

function describeColumn(metrics: readonly Metric[], known: ReadonlyMap<string, ColumnFacts>): DescribeColumn {
  const byKey = new Map(metrics.map((metric) => [metric.key, metric]));
  const stored = storedColumns();
  return (table, column) => {
    const metric = table === METRICS_TABLE ? byKey.get(column) : undefined;
    if (metric !== undefined) return metricFacts(metric);
    return stored.get(`${table}.${column}`) ?? stored.get(column) ?? known.get(column);
  };
}

function metricFacts({ label, unit, derivation, categories }: Metric): ColumnFacts {
  return {
    doc: `${label}: ${derivation}`,
    ...(unit === "" ? {} : { unit }),
    nullMeaning: "no data",
    ...(categories.length === 0
      ? {}
      : { codes: Object.fromEntries(categories.map((name, code) => [String(code), name])) }),
  };
}

/** Dataset columns by `table.column`, and by bare name where all tables document it alike. */
function storedColumns(): ReadonlyMap<string, ColumnFacts> {
  const facts = new Map<string, ColumnFacts>();
  for (const { name, columns } of DATASET_TABLES) {
    for (const column of columns) facts.set(`${name}.${column.name}`, definedFacts(column));
  }
  const all = DATASET_TABLES.flatMap(({ columns }) => columns);
  for (const [name, columns] of Map.groupBy(all, (column) => column.name)) {
    if (new Set(columns.map(({ doc, unit }) => `${doc} ${unit}`)).size === 1) {
      facts.set(name, definedFacts(columns[0]));
    }
  }
  return facts;
}

function definedFacts({ doc, unit, values, nullMeaning, required }: ColumnDefinition): ColumnFacts {
  return {
    doc,
    ...(unit === undefined ? {} : { unit }),
    ...(values === undefined ? {} : { values }),
    ...(required || nullMeaning === undefined ? {} : { nullMeaning }),
  };
}

/** Proto comments by field name, which is also the column name, where all messages document it alike. */
function documentedFields(): ReadonlyMap<string, ColumnFacts> {
  const texts = new Map<string, Set<string>>();
  for (const [name, text] of protoComments()) {
    const field = /\.([a-z][a-z0-9_]*)$/.exec(name)?.[1];
    if (field !== undefined) texts.set(field, (texts.get(field) ?? new Set()).add(text));
  }
  return new Map(
    [...texts].flatMap(([field, all]) => (all.size === 1 ? [[field, { doc: [...all][0] }] as const] : [])),
  );
}

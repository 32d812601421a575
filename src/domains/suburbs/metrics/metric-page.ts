import type { Metric } from "../../../dataset/metric.ts";
import { METRICS } from "./metric-registry.ts";

/** The page `data/metrics.md` on suburb metrics: unit, meaning, and the label of each code. */
export function describeMetricPage(): [name: string, page: string] {
  const rows = METRICS.map(
    (metric) =>
      `| \`${metric.key}\` | ${metric.kind === "categorical" ? "code" : metric.unit} | ${metric.label} | ${meaning(metric)} | \`${metric.table}.${metric.column}\` |`,
  );
  const page = `# Suburb metrics

The columns of \`suburb_metrics\` in a snapshot (\`columns.arrow\`, \`tables/suburb_metrics.parquet\`) and the keys of
filters, columns and rankings. Values are float32. A suburb without data is null there, an empty cell in
\`/v1/suburbs/{state}.csv\`, null in \`.json\`, and 0 with a bit of 1 in the null mask of columns in answers. A category is
its code, the place in the list of labels from 0.

Every Parquet file of a snapshot carries the same in its metadata under the key \`terrace_dictionary\`, as JSON: the
columns of the table with type, meaning, unit, labels of codes and what null means.

| key | unit | label | meaning | from |
| --- | --- | --- | --- | --- |
${rows.map((row) => row.replaceAll("\n", " ")).join("\n")}
`;
  return ["metrics.md", page];
}

function meaning({ derivation, categories }: Metric): string {
  const text = derivation.replaceAll("|", "\\|");
  if (categories.length === 0) return text;
  return `${text}. ${categories.map((label, code) => `${code} = ${label}`).join(", ")}`;
}

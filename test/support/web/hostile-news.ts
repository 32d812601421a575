import { rm } from "node:fs/promises";
import { join } from "node:path";
import { CsvWriter } from "../../../src/dataset/csv-writer.ts";
import { EDITORIAL_TAKES, NEWS_ARTICLES } from "../../../src/dataset/tables/published/news.ts";
import { buildSnapshot } from "../../../src/library/build-snapshot.ts";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { shareKept } from "../country/shared-country.ts";
import { copyExampleInto } from "../data/example-dataset.ts";
import { articleRow, takeRow } from "../data/news-rows.ts";

/** Markup that a stranger may write into any string; each piece sets `stolen` if it runs. */
export const MARKUP = `<script>window.stolen=1</script><img src=x onerror="window.stolen=2"><svg onload=window.stolen=3> & "q" 'a'`;
/** A right-to-left override, an isolate, and control characters. */
export const UNSEEN = "safe\u202ecod.exe\u2066 x\u2069\u0001\u0007\u001b[31m end";
export const SEEN = "safecod.exe x [31m end";
/** SEEN in a body, where controls are removed without a space. */
export const SEEN_IN_BODY = "safecod.exe x[31m end";

/** Every kind of link in a body that could run code. */
const LINKS = [
  "[one](javascript:window.stolen=4)",
  "[two](JaVaScRiPt:window.stolen=5)",
  "[three](data:text/html,<script>window.stolen=6</script>)",
  "[four](vbscript:window.stolen=7)",
  "[five](//elsewhere.example/x)",
  "[good](https://good.example/page?a=1&b=2)",
  '<a href="javascript:window.stolen=8">six</a>',
  '<iframe srcdoc="<script>parent.stolen=9</script>"></iframe>',
  "<javascript:window.stolen=10>",
];

/** The longest body, less the trailing space that it must not have. */
export const LONG_BODY = "word ".repeat(40_000).trimEnd();

const articles = [
  articleRow(1, { headline: MARKUP, summary: MARKUP, tags: `["${"<b>tag</b>"}"]` }),
  articleRow(2, { headline: UNSEEN, summary: UNSEEN.repeat(50) }),
  articleRow(3, { headline: "A link that runs", url: "javascript:window.stolen=11" }),
  articleRow(4, { headline: "x".repeat(500), summary: "unbroken".repeat(600) }),
];
const takes = [
  takeRow(1, {
    headline: MARKUP,
    standfirst: UNSEEN,
    byline: MARKUP,
    body_md: `${MARKUP}\n\n${UNSEEN}\n\n${LINKS.join("\n\n")}`,
  }),
  takeRow(2, {
    headline: "Citations",
    body_md: "As said [ref-1] and [ref-2].",
    citations: JSON.stringify([
      { ref_id: "ref-1", url: "javascript:window.stolen=12", headline: "bad" },
      { ref_id: "ref-2", url: "https://good.example/cited", headline: MARKUP, source: MARKUP },
    ]),
  }),
  takeRow(3, { headline: "A long one", body_md: LONG_BODY }),
  takeRow(4, { headline: "A body of a megabyte", body_md: "a".repeat(1_000_000) }),
];

/** Builds and publishes a small snapshot with articles and takes as hostile as possible. */
export async function publishHostileNews(
  root: string,
): Promise<{ dataDir: string; refused: readonly unknown[] }> {
  const [datasetDir, dataDir] = [join(root, "dataset"), await shareKept(join(root, "data"))];
  await copyExampleInto(datasetDir);
  for (const [table, rows] of [
    [NEWS_ARTICLES, articles],
    [EDITORIAL_TAKES, takes],
  ] as const) {
    const path = join(datasetDir, `${table.name}.csv`);
    await rm(path, { force: true });
    const writer = await CsvWriter.create(path, table);
    for (const row of rows) writer.write(row as never);
    await writer.close();
  }
  const built = await buildSnapshot({ datasetDir, dataDir, memoryLimitMb: 300, maxRejectShare: 1 });
  const { rejects } = built.manifest;
  await publishSnapshot(built.directory, dataDir);
  await built.discard();
  return { dataDir, refused: rejects };
}

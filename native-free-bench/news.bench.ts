import { type DescMethodUnary, toBinary } from "@bufbuild/protobuf";
import MiniSearch from "minisearch";
import { METRICS } from "../src/domains/suburbs/metrics/metric-registry.ts";
import type { Engine } from "../src/engine/engine.ts";
import { followCurrent } from "../src/engine/follow-current.ts";
import { wordIndexOf, wordSearchOf } from "../src/engine/word-index/search-view.ts";
import { NewsService } from "../src/gen/shorts/v1alpha1/news_pb.ts";
import { ExplorerService } from "../src/gen/terrace/v1/explorer_pb.ts";
import { searchWords } from "../src/rpc/search-rules.ts";
import { isEncodedAnswer } from "../src/rpc/unary-method.ts";
import { wordsOf } from "../src/runtime/words/words-of.ts";
import { sharedCountry } from "../test/support/country/shared-country.ts";
import { type Figure, measure, type Report, type RunOptions, type Subject, seededRandom } from "./harness.ts";
import { times } from "./print-report.ts";
import { driverFloor } from "./sql.bench.ts";
import { askerOf } from "./table-methods.ts";

export const news: Subject = {
  name: "news",
  what: "news by stock and market and search by words, against the driver's floor and MiniSearch",
  run,
};

/** Goal: a twentieth of the fastest lookup in the database. */
const SHARE_OF_FLOOR = 0.05;

type Request = Record<string, unknown>;

async function run(options: RunOptions): Promise<Report> {
  const { dataDir } = await sharedCountry(1, options.quick ? 0.02 : 1);
  const following = await followCurrent({ metrics: METRICS, dataDir, sqlConnections: 2, sqlWaiting: 16 });
  try {
    const floor = await driverFloor(options);
    const { engine } = following;
    const queries = await queriesOf(engine, options.seed);
    const cases: [string, DescMethodUnary, Request[]][] = [
      ["GetStockNews", NewsService.method.getStockNews, queries.stocks.map((stockCode) => ({ stockCode }))],
      [
        "GetMarketNews",
        NewsService.method.getMarketNews,
        [{}, { source: "asx" }, { priceSensitiveOnly: true }],
      ],
      ["Search, words", ExplorerService.method.search, queries.words.map((query) => ({ query }))],
      ["Search, beginnings", ExplorerService.method.search, queries.beginnings.map((query) => ({ query }))],
      ["Search, mistyped", ExplorerService.method.search, queries.mistyped.map((query) => ({ query }))],
    ];
    const figures: Figure[] = [];
    for (const [name, desc, requests] of cases)
      figures.push(await measureMethod(engine, name, desc, requests, options));
    const opponent = await engine.use((view) => {
      const index = wordIndexOf(view)!;
      const rival = new MiniSearch({
        fields: ["title"],
        searchOptions: { prefix: true, fuzzy: 0.2, combineWith: "AND" },
      });
      rival.addAll(Array.from({ length: index.entries }, (_, id) => ({ id, title: index.entry(id).title })));
      const own = wordSearchOf(view, index);
      const kinds = index.kinds.map(({ kind }) => kind);
      let turn = 0;
      const next = () => queries.words[turn++ % queries.words.length];
      return Promise.all([
        measure("MiniSearch over the titles, words", () => rival.search(next()), { ...options, timeMs: 500 }),
        measure(
          "the index alone, words",
          () => own.search({ ...searchWords(next()), kinds, shown: kinds, limit: 10, offset: 0 }),
          {
            ...options,
            timeMs: 500,
          },
        ),
      ]);
    });
    return {
      subject: "News and search",
      figures: [
        { ...floor, ratio: "1×" },
        ...[...figures, ...opponent].map((figure) => ({ ...figure, ratio: times(floor, figure) })),
      ],
      goals: figures.slice(0, 3).map((figure) => ({
        id: "N1",
        what: `${figure.name}, times the driver's floor`,
        figure: figure.medianNs / floor.medianNs,
        goal: SHARE_OF_FLOOR,
        better: "less",
        bound: figure.name.startsWith("Search")
          ? "finding takes a third of it; the texts, marks and bytes of ten hits take the rest"
          : "finding the page and copying its articles into one answer",
      })),
      notes: ["A method's time runs from its request message to the bytes of its answer in binary form."],
    };
  } finally {
    await following.close();
  }
}

async function measureMethod(
  engine: Engine,
  name: string,
  desc: DescMethodUnary,
  requests: readonly Request[],
  options: RunOptions,
): Promise<Figure> {
  const ask = askerOf(engine);
  const calls = requests.map((request) => ask(desc, request));
  let bytes = 0;
  const bytesOf = async (call: () => Promise<unknown>) => {
    const answer = (await call()) as never;
    return isEncodedAnswer(answer)
      ? (answer as { binary(): Uint8Array }).binary().byteLength
      : toBinary(desc.output, answer).byteLength;
  };
  for (const call of calls) bytes += await bytesOf(call);
  if (bytes === 0) throw new Error(`${name} answers nothing; its time would mean nothing`);
  let turn = 0;
  return measure(name, () => bytesOf(calls[turn++ % calls.length]), { ...options, timeMs: 500 });
}

/** Stocks with news, words of titles, prefixes of them, and words with a letter missing. */
async function queriesOf(engine: Engine, seed: number) {
  const random = seededRandom(seed);
  return engine.use((view) => {
    const index = wordIndexOf(view)!;
    const drawn = (kind: string) => {
      const { from, until } = index.kinds.find((one) => one.kind === kind)!;
      return Array.from({ length: 40 }, () => index.entry(from + Math.floor(random() * (until - from))));
    };
    const words = ["suburb", "stock", "article"].flatMap((kind) =>
      drawn(kind).map(({ title }) =>
        wordsOf(title)
          .filter((word) => word.length > 4)
          .slice(0, 2)
          .join(" "),
      ),
    );
    const known = words.filter((word) => word !== "");
    return {
      stocks: drawn("stock").map(({ id }) => id),
      words: known,
      beginnings: known.map((word) => word.slice(0, 3)),
      mistyped: known.map((word) => word.slice(0, 2) + word.slice(3)),
    };
  });
}

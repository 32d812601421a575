import { beforeAll, describe, expect, it } from "vitest";
import { TOOLS } from "../../src/mcp/create-mcp-server.ts";
import { servedCountry } from "../support/country/ask-country.ts";
import { postJson } from "../support/country/call-json.ts";
import { opened } from "../support/run/fixtures.ts";
import { clientOverHttp } from "../support/wire/mcp-calls.ts";

type Arguments = Record<string, unknown>;

const serving = servedCountry();
const client = opened(() => clientOverHttp(serving.url));
const keys = { suburb: "", other: "", stock: "ZAD0", member: "", series: "", address: "", council: "" };
/** A series of the synthetic country whose figures are revised. */
const REVISED = "labour.unemployment_rate.total.aus.seasadj";
const lengths = new Map<string, number>();

beforeAll(async () => {
  const first = async (kind: string, query: string, at = 0) => {
    const { hits } = await ask("search", { query, kinds: [kind] });
    return (hits as { id: string }[])[at].id;
  };
  keys.suburb = await first("suburb", "gully");
  keys.other = await first("suburb", "gully", 1);
  keys.member = await first("member", "synthetic");
  keys.series = await first("series", "cash rate");
  const { addresses } = await ask("address_price_drops", {});
  keys.address = (rowsOf(addresses)[0] as { addressKey: string }).addressKey;
  const { councils } = await ask("council_profile", { stateCode: "VIC" });
  keys.council = (rowsOf(councils)[0] as { slug: string }).slug;
});

/** The structured content of a tool's response, whose length is recorded by tool. */
async function ask(name: string, args: Arguments): Promise<Arguments> {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: args });
  const [{ text }] = content as { text: string }[];
  expect([name, isError === true, isError === true ? text : ""]).toEqual([name, false, ""]);
  lengths.set(name, Math.max(lengths.get(name) ?? 0, text.length));
  return (structuredContent as { data: Arguments }).data;
}

/** Rows of a list, which long ones encode as columns. */
function rowsOf(list: unknown): unknown[] {
  if (Array.isArray(list)) return list;
  const { columns, rows } = list as { columns: string[]; rows: unknown[][] };
  return rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])));
}

/** Replaces names such as "$suburb" in arguments by the key that was looked up. */
const withKeys = (given: Arguments): Arguments =>
  JSON.parse(JSON.stringify(given).replaceAll(/\$(\w+)/g, (_, name: keyof typeof keys) => keys[name]));

/** Question, the tool that answers it, its arguments, and a member that the response must have. */
const QUESTIONS: readonly [question: string, tool: string, given: Arguments, part: string][] = [
  ["What changed with the last publication?", "changes", {}, "changes"],
  ["What changed about this suburb?", "changes", { kind: "suburb", key: "$suburb" }, "changes"],
  ["What do houses cost in Australia?", "housing_overview", {}, "metrics"],
  ["How did prices move?", "price_series", { regionCode: "AUS", measure: "mean_price" }, "points"],
  ["Which capital cities have prices?", "list_regions", { regionType: "gccsa" }, "regions"],
  ["Which suburbs of Victoria have prices?", "list_regions", { stateCode: "VIC" }, "regions"],
  ["What is this suburb like?", "suburb_profile", { salCode: "$suburb" }, "summary"],
  ["Which figures are there of suburbs?", "describe_metrics", {}, "metrics"],
  ["Where do people earn most?", "rank_suburbs", { weights: [{ metricKey: "income", weight: 1 }] }, "rows"],
  [
    "Where is it cheap and near the sea?",
    "rank_suburbs",
    { weights: [{ metricKey: "price", weight: -1 }], where: "distance_to_coast < 10" },
    "rows",
  ],
  ["Which suburbs are like this one?", "similar_suburbs", { salCode: "$suburb" }, "rows"],
  ["Which like it are in NSW?", "similar_suburbs", { salCode: "$suburb", stateCode: "NSW", k: 3 }, "rows"],
  ["Which have over 5,000 people?", "filter_suburbs", { state: "AU", where: "population > 5000" }, "rows"],
  ["The oldest of Queensland?", "filter_suburbs", { state: "QLD", metrics: ["age"], sort: "-age" }, "rows"],
  [
    "What can we afford?",
    "afford",
    { annualIncome: 150000, deposit: 120000, annualRatePercent: 6 },
    "states",
  ],
  ["How does the market move here?", "market_series", { salCode: "$suburb" }, "asOf"],
  ["Homes near the sea?", "market_series", { stateCode: "NSW", where: "distance_to_coast < 20" }, "weeks"],
  ["How many asking prices were cut?", "price_drops_overview", {}, "states"],
  ["How did cuts in Victoria go?", "price_drops_overview", { grain: "state", grainKey: "VIC" }, "points"],
  ["Where were most asking prices cut?", "suburb_price_drops", {}, "suburbs"],
  ["Where in Tasmania?", "suburb_price_drops", { stateCode: "TAS" }, ""],
  ["Which homes were cut most?", "address_price_drops", {}, "addresses"],
  ["What happened at that address?", "property_history", { addressKey: "$address" }, "addressKey"],
  ["Which councils has Victoria?", "council_profile", { stateCode: "VIC" }, "councils"],
  ["What is that council like?", "council_profile", { stateCode: "VIC", slug: "$council" }, "profile"],
  ["Where is the cash rate?", "economic_series", { seriesKeys: ["$series"] }, "series"],
  [
    "What was unemployment in June?",
    "economic_series",
    { seriesKeys: [REVISED], asOf: "2026-06-30" },
    "series",
  ],
  ["How was unemployment revised?", "series_vintages", { seriesKey: REVISED }, "periods"],
  ["Which series are about rates?", "search", { query: "rate", kinds: ["series"] }, "hits"],
  ["Is there a suburb called Gully?", "search", { query: "gully" }, "hits"],
  ["Which stocks were shorted that day?", "short_positions", { date: "2026-11-06" }, "stocks"],
  ["How did the shorts of this company move?", "short_history", { productCode: "$stock" }, "points"],
  ["Which stocks are shorted most?", "top_shorts", {}, "timeSeries"],
  ["Which industries are shorted?", "industry_tree_map", {}, "industryNames"],
  ["Where may shorts be squeezed?", "squeeze_candidates", {}, "stocks"],
  ["What does the company do?", "company_profile", { productCode: "$stock" }, "productCode"],
  ["What is new about it?", "company_news", { stockCode: "$stock" }, ""],
  ["What did its shares cost?", "stock_prices", { productCode: "$stock", period: "6M" }, "points"],
  ["Do these two move together?", "stock_correlations", { stockCodes: ["ZAD0", "ZAL1"] }, "correlations"],
  ["Do its directors buy?", "director_trades", { stockCode: "$stock" }, ""],
  ["Who are its peers?", "stock_peers", { stockCode: "$stock" }, "peers"],
  ["What did it report?", "stock_fundamentals", { stockCode: "$stock" }, "periods"],
  ["Which stocks yield most?", "screen_stocks", { limit: 5 }, "stocks"],
  ["Which strategies are there?", "strategies", {}, "strategies"],
  ["What does the growth strategy pick?", "strategies", { strategyId: "reasonable-growth" }, "picks"],
  ["Which companies are in Western Australia?", "state_companies", { state: "WA" }, "companies"],
  ["What did the last report say?", "reports", { weekSlug: "2026-W45" }, "headline"],
  ["Which reports are there?", "reports", {}, "reports"],
  ["Which members declare this stock?", "members_with_stock", { stockCode: "$stock" }, "stockCode"],
  ["What does this member declare?", "member_interests", { slug: "$member" }, "politician"],
  ["Who funds the parties?", "party_funding", { financialYear: "2023-24" }, ""],
  [
    "Compare these two suburbs.",
    "briefing",
    {
      questions: ["$suburb", "$other"].map((salCode) => ({ tool: "suburb_profile", arguments: { salCode } })),
    },
    "answers",
  ],
];

describe("questions that people ask", () => {
  it.each(QUESTIONS)("%s", async (_question, tool, given, part) => {
    const data = await ask(tool, withKeys(given));
    if (part !== "") expect(Object.keys(data)).toContain(part);
  });

  it("are answered by every tool, half of them within 2,000 tokens", () => {
    const asked = new Set(QUESTIONS.map(([, tool]) => tool));
    expect(TOOLS.filter(({ name }) => !asked.has(name)).map(({ name }) => name)).toEqual([]);
    // About four characters per token.
    const tokens = [...lengths.values()].map((length) => length / 4).sort((a, b) => a - b);
    expect(tokens[tokens.length >> 1]).toBeLessThanOrEqual(2000);
    expect(tokens.at(-1)).toBeLessThan(12_500);
    expect(lengths.get("market_series")! / 4).toBeLessThanOrEqual(2000);
  });
});

/** All rows of a tool's list, following the cursor, and the number of responses. */
async function walked(name: string, args: Arguments, list: string) {
  const rows: unknown[] = [];
  let cursor: string | undefined;
  for (let answers = 1; answers <= 30; answers++) {
    const given = { ...args, ...(cursor === undefined ? {} : { cursor }) };
    const { structuredContent, isError, content } = await client.callTool({ name, arguments: given });
    expect([isError === true, isError === true ? content : ""]).toEqual([false, ""]);
    const answer = structuredContent as { data: Arguments; next_cursor?: string };
    rows.push(...rowsOf(answer.data[list] ?? []));
    cursor = answer.next_cursor;
    if (cursor === undefined) return { rows, answers };
  }
  throw new Error(`${name}: more than 30 answers`);
}

/** Omits null cells: tables contain them, short lists do not. */
const present = (rows: readonly unknown[]) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row as Arguments).filter(([, cell]) => cell !== null && cell !== undefined),
    ),
  );

describe("next_cursor", () => {
  it.each([
    ["search", { query: "gully" }, "hits", "limit", 7],
    ["rank_suburbs", { weights: [{ metricKey: "population", weight: 1 }] }, "rows", "k", 60],
    ["afford", { annualIncome: 300_000, deposit: 900_000, annualRatePercent: 6 }, "suburbs", "k", 25],
    ["screen_stocks", {}, "stocks", "limit", 40],
    ["top_shorts", {}, "timeSeries", "limit", 25],
    ["filter_suburbs", { state: "TAS", sort: "-population" }, "rows", "limit", 9],
    ["list_regions", {}, "regions", "limit", 8],
  ] as const)(
    "leads through the whole list of %s, each element once",
    async (name, given, list, bound, size) => {
      const whole = await walked(name, { ...given, [bound]: 100 }, list);
      const pieces = await walked(name, { ...given, [bound]: size }, list);
      expect(pieces.answers).toBe(Math.max(1, Math.ceil(whole.rows.length / size)));
      expect(pieces.answers).toBeGreaterThan(1);
      expect(present(pieces.rows)).toEqual(present(whole.rows));
    },
  );

  it("leads through what is too long for one answer", async () => {
    const { rows, answers } = await walked("describe_metrics", { stateCode: "AU" }, "metrics");
    expect(answers).toBeGreaterThan(1);
    const response = await postJson(
      `${serving.url}/terrace.v1.ExplorerService/DescribeMetrics`,
      { stateCode: "AU" },
      { "user-agent": "terrace-tests/1" },
    );
    const { metrics } = (await response.json()) as { metrics: { key: string }[] };
    expect(rows.map((row) => (row as { key: string }).key)).toEqual(metrics.map(({ key }) => key));
  });

  it("holds for its own arguments alone, and is given with every answer of a briefing", async () => {
    const questions = [{ tool: "search", arguments: { query: "gully", limit: 2 } }];
    const { answers } = await ask("briefing", { questions });
    const [{ answer }] = answers as { answer: { next_cursor: string } }[];
    const { hits } = await ask("search", { query: "gully", limit: 2, cursor: answer.next_cursor });
    expect(rowsOf(hits)).toHaveLength(2);
    for (const given of [
      { query: "bay", limit: 2, cursor: answer.next_cursor },
      { query: "gully", limit: 3, cursor: answer.next_cursor },
      { query: "gully", limit: 2, cursor: `9${answer.next_cursor}` },
      { query: "gully", limit: 2, cursor: "-1" },
    ]) {
      const { isError, content } = await client.callTool({ name: "search", arguments: given });
      expect([isError, JSON.stringify(content)]).toEqual([
        true,
        expect.stringContaining("start again without it"),
      ]);
    }
  });
});

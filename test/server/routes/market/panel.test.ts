import { connect } from "node:net";
import { describe, expect, inject, it, vi } from "vitest";
import { marketOf } from "../../../../src/engine/columns/market/market.ts";
import { dateOfDay, dayNumberOf } from "../../../../src/runtime/time/calendar-date.ts";
import { availableFrom } from "../../../../src/runtime/time/trading-days.ts";
import { asking, servedCountry } from "../../../support/country/ask-country.ts";
import { type RawRow, rawTables } from "../../../support/data/raw-tables.ts";
import { plainType } from "../../../support/plain/plain-market.ts";

const HEAD =
  "date,available_from,security_type,product_code,product_name,reported_short_positions,total_product_in_issue,percent_shorted";

const serving = servedCountry();
const { positions } = await rawTables("market", inject("country").datasetDir);

const ask = (query: string, headers?: Record<string, string>) =>
  asking(serving).get(`/v1/panel?${query}`, headers);
const linesOf = async (query: string) =>
  (await asking(serving).text(`/v1/panel?${query}`)).trimEnd().split("\n");
const publicOn = (date: string) => dateOfDay(availableFrom(dayNumberOf(date)!));
const WEEK = "from=2026-11-02&to=2026-11-06";

function expectedLines(keep: (row: RawRow) => boolean): string[] {
  return positions
    .filter((row) => row.short_percent !== null && row.date >= "2026-11-02" && row.date <= "2026-11-06")
    .filter(keep)
    .sort((a, b) => (`${a.date} ${a.stock_code}` < `${b.date} ${b.stock_code}` ? -1 : 1))
    .map((row) =>
      [
        row.date,
        publicOn(row.date),
        plainType(row),
        row.stock_code,
        row.product_name,
        row.reported_short_positions,
        row.total_product_in_issue,
        row.short_percent,
      ].join(","),
    );
}

describe("GET /v1/panel", () => {
  it("writes every row above 0 % of a range as the raw rows have them, by date and then code", async () => {
    const response = await ask(WEEK);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-disposition")).toBe(
      'attachment; filename="terrace-panel-2026-11-02-to-2026-11-06.csv"',
    );
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-length")).toBeNull();
    const lines = expectedLines((row) => row.short_percent! > 0);
    expect(lines.length).toBeGreaterThan(250);
    expect((await response.text()).split("\n")).toEqual([HEAD, ...lines, ""]);
  });

  it("keeps zeroes, ordinary lines and named codes when asked, and only by the exact word", async () => {
    const text = async (query: string) => (await linesOf(`${WEEK}&${query}`)).slice(1);
    expect(await text("include_zero=true")).toEqual(expectedLines(() => true));
    expect(await text("include_zero=TRUE")).toEqual(expectedLines((row) => row.short_percent! > 0));
    expect(await text("ordinary_only=true")).toEqual(
      expectedLines((row) => row.short_percent! > 0 && plainType(row) === "ordinary"),
    );
    expect(await text("codes=zbh4,%20zuv4,,QQQ")).toEqual(
      expectedLines((row) => row.short_percent! > 0 && ["ZBH4", "ZUV4"].includes(row.stock_code)),
    );
  });

  it("keeps rows that were public on a day", async () => {
    const lines = (await linesOf(`${WEEK}&as_of=2026-11-10`)).slice(1);
    expect(lines).toEqual(
      expectedLines((row) => row.short_percent! > 0 && publicOn(row.date) <= "2026-11-10"),
    );
    expect(new Set(lines.map((line) => line.slice(0, 10)))).toEqual(
      new Set(["2026-11-02", "2026-11-03", "2026-11-04"]),
    );
  });

  it("writes lines of JSON with the same members", async () => {
    const response = await ask(`${WEEK}&format=NDJSON&codes=ZBH4`);
    expect(response.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
    const rows = (await response.text())
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(rows).toHaveLength(5);
    expect(Object.keys(rows[0]).join(",")).toBe(HEAD);
    const csv = (await linesOf(`${WEEK}&codes=ZBH4`)).slice(1);
    expect(rows.map((row) => Object.values(row).join(","))).toEqual(csv);
  });

  it("leaves a name that was not reported out of JSON, and its cell empty in CSV", async () => {
    const { view, release } = serving.engine.pin();
    const spy = vi.spyOn(marketOf(view).positions, "nameOf").mockReturnValue(-1);
    try {
      const [first] = await linesOf(`${WEEK}&format=ndjson`);
      expect(Object.keys(JSON.parse(first)).join(",")).toBe(HEAD.replace("product_name,", ""));
      expect((await linesOf(WEEK))[1].split(",")[4]).toBe("");
    } finally {
      spy.mockRestore();
      release();
    }
  });

  it("is sent in pieces of a day while it is written, none of which has the whole", async () => {
    const { hostname, port } = new URL(serving.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `GET /v1/panel?from=2010-06-16&to=2026-11-06 HTTP/1.1\r\nHost: ${hostname}\r\nUser-Agent: terrace-tests/1\r\nConnection: close\r\n\r\n`,
    );
    const received: Buffer[] = [];
    for await (const part of socket) received.push(part as Buffer);
    const sent = Buffer.concat(received);
    let at = sent.indexOf("\r\n\r\n") + 4;
    expect(sent.toString("latin1", 0, at).toLowerCase()).toContain("transfer-encoding: chunked");
    const sizes: number[] = [];
    for (let size = -1; size !== 0; ) {
      const end = sent.indexOf("\r\n", at);
      size = Number.parseInt(sent.toString("latin1", at, end), 16);
      sizes.push(size);
      at = end + 2 + size + 2;
    }
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(500_000);
    expect(sizes.length).toBeGreaterThan(100);
    expect(Math.max(...sizes)).toBeLessThan(total / 20);
  });

  it.each([
    ["csv", (rows: number) => `#ERROR incomplete export after ${rows} rows`],
    ["ndjson", (rows: number) => `{"error":"incomplete","rows":${rows}}`],
  ])("ends with a line that says so when a failure cuts it short, as %s", async (format, last) => {
    const whole = await linesOf(`${WEEK}&format=${format}`);
    const { view, release } = serving.engine.pin();
    const { positions } = marketOf(view);
    const [from, to] = positions.rowsOfDay(positions.days.indexOf(dayNumberOf("2026-11-04")!));
    const spy = vi.spyOn(positions, "typeOf").mockImplementation((row) => {
      if (row >= from && row < to) throw new Error("a page is gone");
      return "ordinary";
    });
    try {
      const lines = await linesOf(`${WEEK}&format=${format}`);
      const rows = lines.length - (format === "csv" ? 2 : 1);
      expect(rows).toBeGreaterThan(50);
      const typed = (line: string) => line.replace(/ordinary|etf|debt|other/, "ordinary");
      expect(lines.slice(0, -1)).toEqual(whole.slice(0, lines.length - 1).map(typed));
      expect(lines.at(-1)).toBe(last(rows));
    } finally {
      spy.mockRestore();
      release();
    }
  });

  it("goes on after a row, without the first line, when the data is the same", async () => {
    const whole = await ask(WEEK);
    const lines = (await whole.text()).split("\n");
    const last = lines[120].split(",");
    const etag = whole.headers.get("etag")!;
    const rest = await ask(`${WEEK}&cursor=${last[0]}:${last[3]}`, { "if-match": etag });
    expect(rest.status).toBe(200);
    expect((await rest.text()).split("\n")).toEqual(lines.slice(121));
    expect((await ask(`${WEEK}&cursor=${last[0]}:${last[3]}`, { "if-match": '"other"' })).status).toBe(412);
  });

  it("has a tag of its own for each filter", async () => {
    const tags = [WEEK, `${WEEK}&format=ndjson`, `${WEEK}&include_zero=true`].map(async (query) =>
      (await ask(query)).headers.get("etag"),
    );
    expect(new Set(await Promise.all(tags)).size).toBe(3);
  });

  it.each([
    [
      "",
      "from and to are required: the first and last date, YYYY-MM-DD, such as ?from=2026-11-02&to=2026-11-06",
    ],
    ["to=2026-11-02", "from is required: a date YYYY-MM-DD, such as ?from=2026-11-02&to=2026-11-06"],
    ["from=2026-11-02", "to is required"],
    ["from=2026-02-30&to=2026-11-02", 'from: "2026-02-30"'],
    ["from=2026-11-02&to=2026-11-01", "is before from"],
    ["from=1990-01-01&to=2026-11-01", "at most 10950"],
    [`${WEEK}&format=xml`, 'format: "xml" is not csv or ndjson'],
    [`${WEEK}&as_of=tomorrow`, 'as_of: "tomorrow"'],
    [`${WEEK}&cursor=2026-11-02`, 'cursor: "2026-11-02"'],
    [`${WEEK}&from=2026-11-01`, "from is given 2 times"],
  ])("refuses %s", async (query, message) => {
    const response = await ask(query);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { error: string }).error).toContain(message);
  });
});

import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { afterEach, describe, expect, inject, it } from "vitest";
import type { Config } from "../../../src/config/config.ts";
import { CoreStocksService } from "../../../src/gen/shorts/v1alpha1/core_stocks_pb.ts";
import { coreServiceUrls } from "../../../src/server/routes/core-service.ts";
import type { Serving } from "../../../src/server/start/start-serving.ts";
import { callJson, serveCountry, TEST_TOKEN_SECRET, testToken } from "../../support/country/serve-country.ts";
import { exchange, requestBytes } from "../../support/wire/raw-http.ts";

const OWN = "shorts.v1alpha1.CoreStocksService";
let serving: Serving | undefined;
afterEach(() => serving?.close());

async function serve(config: Partial<Config> = {}): Promise<string> {
  serving = await serveCountry(inject("country").dataDir, {
    config: { tokenSecret: TEST_TOKEN_SECRET, ...config },
  });
  return serving.url;
}

describe("CoreStocksService", () => {
  it("asks for a token for GetStockData, and for none of the others", async () => {
    const url = await serve();
    const data = `${OWN}/GetStockData`;
    const request = { productCode: "ZBH4", period: "6m", maxPoints: 2 };
    const refused = await callJson(url, data, request);
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(refused.body).toEqual({
      code: "unauthenticated",
      message: "this method needs an API token: Authorization: Bearer",
    });
    const forged = await callJson(url, data, request, { authorization: "Bearer a.b.c" });
    expect(forged.status).toBe(401);
    const admitted = await callJson(url, data, request, { authorization: `Bearer ${await testToken()}` });
    expect(admitted.status).toBe(200);
    const open = await callJson(url, "shorts.v1alpha1.StockService/GetStockData", request);
    expect(admitted.body).toEqual(open.body);
    for (const [method, asked] of [
      ["SearchStocks", { query: "zb" }],
      ["GetTopShorts", { period: "3m", limit: 10 }],
    ]) {
      expect((await callJson(url, `${OWN}/${method}`, asked)).status).toBe(200);
    }
  });

  it("has defaults of its own: three months, ten stocks", async () => {
    const url = await serve();
    const own = await callJson(url, `${OWN}/GetTopShorts`, {});
    const same = await callJson(url, "shorts.v1alpha1.MarketService/GetTopShorts", {
      period: "3M",
      limit: 10,
    });
    expect(own.body).toEqual(same.body);
    const headers = { authorization: `Bearer ${await testToken()}` };
    const data = await callJson(url, `${OWN}/GetStockData`, { productCode: "ZBH4" }, headers);
    const threeMonths = { productCode: "ZBH4", period: "3M" };
    expect(data.body).toEqual(
      (await callJson(url, "shorts.v1alpha1.StockService/GetStockData", threeMonths)).body,
    );
  });

  it("answers under a second name as under its own, with the same rules", async () => {
    const url = await serve({ coreService: "older.v1.StockApi" });
    const asked = { query: "zbh4" };
    const [own, second] = await Promise.all(
      [OWN, "older.v1.StockApi"].map((name) => callJson(url, `${name}/SearchStocks`, asked)),
    );
    expect([own.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(own.body);
    expect((await callJson(url, "older.v1.StockApi/GetStockData", { productCode: "ZBH4" })).status).toBe(401);
    expect((await callJson(url, "older.v1.StockApi/NoSuchMethod", {})).status).toBe(404);
    expect((await callJson(url, "older.v1.StockApis/SearchStocks", asked)).status).toBe(404);
  });

  it("is known on its host alone when it has one; other services do not mind", async () => {
    const url = await serve({ coreService: "older.v1.StockApi", coreHost: "Stocks.example" });
    for (const name of [OWN, "older.v1.StockApi"]) {
      const elsewhere = await callJson(url, `${name}/SearchStocks`, { query: "zbh4" });
      expect([elsewhere.status, elsewhere.body]).toEqual([
        404,
        { code: "unimplemented", message: `${OWN} is not served on this host` },
      ]);
    }
    expect(
      (await callJson(url, "shorts.v1alpha1.SearchService/SearchStocks", { query: "zbh4" })).status,
    ).toBe(200);
    await expect(
      createClient(CoreStocksService, createGrpcTransport({ baseUrl: url })).searchStocks({ query: "zbh4" }),
    ).rejects.toThrow("[unimplemented]");
  });

  it("is known on no other host however a caller spells its path", async () => {
    const { port } = new URL(await serve({ coreService: "older.v1.StockApi", coreHost: "stocks.example" }));
    const statusOf = async (path: string, Host: string) => {
      const headers = { Host, "Content-Type": "application/json", "User-Agent": "tests/1" };
      return (await exchange(Number(port), requestBytes({ path, headers, body: '{"query":"zbh4"}' }))).status;
    };
    for (const path of [
      `/${OWN.replace("s", "%73")}/SearchStocks`,
      `http://stocks.example/${OWN}/SearchStocks`,
      "http://stocks.example/older.v1.StockApi/SearchStocks",
    ]) {
      expect([path, await statusOf(path, "other.example")]).toEqual([path, 404]);
      expect([path, await statusOf(path, "stocks.example")]).toEqual([path, 200]);
    }
  });

  it("answers on its host, whatever the port and the case of the name", async () => {
    const url = await serve({ coreHost: "LocalHost" });
    const local = url.replace("127.0.0.1", "localhost");
    expect((await callJson(local, `${OWN}/SearchStocks`, { query: "zbh4" })).status).toBe(200);
    expect((await callJson(url, `${OWN}/SearchStocks`, { query: "zbh4" })).status).toBe(404);
  });

  it("refuses a second name that is none", () => {
    for (const coreService of ["/stocks", "a b", "1.v1", "stocks."]) {
      expect(() => coreServiceUrls({ coreService, coreHost: "" })).toThrow(
        `coreService: "${coreService}" is not a name`,
      );
    }
  });

  it("is in no document, which would list its methods twice", async () => {
    const url = await serve();
    const text = await (await fetch(`${url}/openapi.json`)).text();
    expect(text).toContain("StockService/GetStockData");
    expect(text).not.toContain("CoreStocksService");
  });
});

import { createClient } from "@connectrpc/connect";
import {
  createConnectTransport,
  createGrpcTransport,
  createGrpcWebTransport,
} from "@connectrpc/connect-node";
import { describe, expect, inject, it } from "vitest";
import type { Config } from "../../../src/config/config.ts";
import { documentedServices, publicMethods } from "../../../src/domains/public-methods.ts";
import { SAMPLE_REQUESTS } from "../../../src/domains/samples.ts";
import { aliasService, serviceAliases } from "../../../src/domains/service-aliases.ts";
import { ServerReflection } from "../../../src/gen/grpc/reflection/v1/reflection_pb.ts";
import { CoreStocksService } from "../../../src/gen/shorts/v1alpha1/core_stocks_pb.ts";
import { HousingService } from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { asking } from "../../support/country/ask-country.ts";
import { callJson, TOKEN_SECRET, testToken } from "../../support/country/serve-country.ts";
import { serveForTest } from "../../support/country/serve-for-test.ts";
import { someOf } from "../../support/run/test-form.ts";
import { exchange, requestBytes } from "../../support/wire/raw-http.ts";

const OWN = "shorts.v1alpha1.CoreStocksService";

async function serve(config: Partial<Config> = {}): Promise<string> {
  const all = { tokenSecret: TOKEN_SECRET, ...config };
  return (await serveForTest(inject("country").dataDir, { config: all })).url;
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

  it("answers under a second name as under its own, with the same rules", async () => {
    const url = await serve({ serviceAlias: `older.v1.StockApi=${OWN}` });
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
    const url = await serve({ serviceAlias: `older.v1.StockApi=${OWN}`, coreHost: "Stocks.example" });
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
    const { port } = new URL(
      await serve({ serviceAlias: `older.v1.StockApi=${OWN}`, coreHost: "stocks.example" }),
    );
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

  it("is in no document, which would list its methods twice", async () => {
    const url = await serve();
    const text = await asking({ url }).text("/openapi.json");
    expect(text).toContain("StockService/GetStockData");
    expect(text).not.toContain("CoreStocksService");
  });
});

describe("a further name of services", () => {
  const ALIAS = "older.v1.Api";
  const aliases = serviceAliases(`${ALIAS}=*`);

  it("answers every public method by its own name, as CoreStocksService does", async () => {
    const url = await serve({ serviceAlias: `${ALIAS}=*` });
    const asked = publicMethods(documentedServices);
    const paths = [...new Map(asked.map((one) => [one.method, one])).values()];
    expect(paths.length).toBe(asked.length);
    for (const { service, method, path } of someOf(paths, 24)) {
      const request = SAMPLE_REQUESTS.get(`${service}/${method}`)!;
      const own = await callJson(url, path.slice(1), request);
      expect(await callJson(url, `${ALIAS}/${method}`, request), path).toMatchObject({
        status: own.status,
        body: own.body,
      });
      if (["GetStockData", "GetTopShorts", "SearchStocks"].includes(method)) continue;
      expect((await callJson(url, `${OWN}/${method}`, request)).body, path).toEqual(own.body);
    }
  });

  it("answers over every protocol, by GET too", async () => {
    const baseUrl = await serve({ serviceAlias: `${ALIAS}=*` });
    const service = aliasService(aliases, ALIAS);
    const { metrics } = await createClient(
      HousingService,
      createConnectTransport({ baseUrl, httpVersion: "1.1" }),
    ).getHousingOverview({});
    for (const transport of [
      createConnectTransport({ baseUrl, httpVersion: "1.1" }),
      createConnectTransport({ baseUrl, httpVersion: "2", useBinaryFormat: true }),
      createGrpcTransport({ baseUrl }),
      createGrpcWebTransport({ baseUrl, httpVersion: "1.1" }),
    ]) {
      // biome-ignore lint/suspicious/noExplicitAny: a service without generated types.
      const client = createClient(service, transport) as any;
      expect((await client.getHousingOverview({})).metrics).toEqual(metrics);
    }
    const query = "connect=v1&encoding=json&message=%7B%7D";
    const [own, aliased] = await Promise.all(
      ["shorts.v1alpha1.HousingService", ALIAS].map((name) =>
        fetch(`${baseUrl}/${name}/GetHousingOverview?${query}`),
      ),
    );
    expect([aliased.status, await aliased.text()]).toEqual([200, await own.text()]);
  });

  it("is in reflection and OpenAPI where that is asked for alone", async () => {
    for (const listAliases of [false, true]) {
      const url = await serve({ serviceAlias: `${ALIAS}=*`, listAliases });
      const document = await asking({ url }).json<{ paths: object }>("/openapi.json");
      expect(`/${ALIAS}/GetHousingOverview` in document.paths).toBe(listAliases);
      const reflection = createClient(ServerReflection, createGrpcTransport({ baseUrl: url }));
      async function* question() {
        yield { messageRequest: { case: "listServices" as const, value: "" } };
      }
      for await (const { messageResponse } of reflection.serverReflectionInfo(question())) {
        const listed = (messageResponse.value as { service: { name: string }[] }).service.map(
          ({ name }) => name,
        );
        expect(listed.includes(ALIAS)).toBe(listAliases);
      }
    }
  });

  it("says of calls for signed-in users that nobody is signed in", async () => {
    const url = await serve({ serviceAlias: `${ALIAS}=*` });
    for (const [path, reason] of [
      ["shorts.v1alpha1.AlertService/ListAlerts", "keeps no accounts"],
      [`${ALIAS}/CreatePortfolio`, "keeps no accounts"],
      [`${ALIAS}/GetHousingOvervew`, "did you mean"],
      ["some.v1.Service/ListAlerts", "/docs lists what there is"],
    ]) {
      const { status, body } = await callJson(url, path, {});
      expect([status, body]).toEqual([
        404,
        { code: "unimplemented", message: expect.stringContaining(reason) },
      ]);
    }
  });

  it("refuses what is not a name and a target", () => {
    for (const [text, reason] of [
      ["older.v1.Api", "is not a name and its target"],
      ["/stocks=*", "is not a name and its target"],
      ["a.B=*=*", "is not a name and its target"],
      [`${OWN}=*`, "answers for itself"],
      ["a.B=shorts.v1alpha1.StockServic", "did you mean shorts.v1alpha1.StockService?"],
    ]) {
      expect(() => serviceAliases(text)).toThrow(reason);
    }
    expect([...serviceAliases(` a.B=* , c.D=${OWN},`)]).toEqual([
      ["a.B", "*"],
      ["c.D", OWN],
    ]);
  });
});

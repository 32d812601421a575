import { describe, expect, it } from "vitest";
import { EXPORTS } from "../../../src/server/routes/exports/export-routes.ts";
import { serveLimited } from "../../support/wire/access-server.ts";

const AGENT = { "user-agent": "terrace-tests/1" };
const FILES = EXPORTS.map(({ path }) => `/v1/${path.replaceAll(/:\w+/g, "some-key")}.csv`);
const READS = [
  "/v1/changes.csv",
  "/v1/latest",
  "/v1/snapshots",
  "/v1/sources",
  "/v1/outlines/NSW.geojson",
  "/v1/panel",
  "/api/search/stocks",
  "/feed.xml",
  "/feeds/changes.atom",
  "/feeds/suburb/10002.atom",
];

describe("refuseOtherMethods", () => {
  it("answers 405 to other methods at every path that only reads, whatever they bring along", async () => {
    const { url } = await serveLimited();
    expect(FILES.length).toBeGreaterThan(10);
    for (const path of [...READS, ...FILES]) {
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        const headers = { ...AGENT, "content-type": "application/x-nobody-reads-this" };
        const answer = await fetch(`${url}${path}?a=b`, { method, headers, body: "{" });
        expect([path, answer.status, answer.headers.get("allow")]).toEqual([path, 405, "GET, HEAD"]);
        const message = `${method} is not offered here; allowed are GET and HEAD`;
        expect(await answer.json()).toEqual({ error: message, code: "unimplemented", message });
      }
    }
  });

  it("answers 404 where nothing is, next to the paths that only read", async () => {
    const { url } = await serveLimited();
    for (const path of [
      "/v1/nothing",
      "/v1/latest/more",
      "/v1/drops/nothing/NSW.csv",
      "/v1/",
      "/api/nothing",
    ]) {
      const answer = await fetch(`${url}${path}`, { method: "POST", headers: AGENT, body: "{" });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(((await answer.json()) as { message: string }).message).toContain(`nothing at POST "${path}"`);
    }
  });
});

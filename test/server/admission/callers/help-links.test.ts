import { describe, expect, it } from "vitest";
import { helpLinks, linkableUrl } from "../../../../src/server/admission/callers/help-links.ts";
import { asking } from "../../../support/country/ask-country.ts";
import { postJson } from "../../../support/country/call-json.ts";
import { serveLimited } from "../../../support/wire/access-server.ts";

const INDEX = "shorts.v1alpha1.HousingService/GetSuburbIndex";

describe("helpLinks", () => {
  it("links to the public address when one is configured", () => {
    const links = helpLinks({ webUrl: "https://web.example/app", upgradeUrl: "" }, () => "http://own");
    expect([links.docsUrl(), links.upgradeUrl()]).toEqual([
      "https://web.example/docs",
      "https://web.example/pricing",
    ]);
    const other = helpLinks({ webUrl: "", upgradeUrl: "https://pay.example/" }, () => "http://own");
    expect([other.docsUrl(), other.upgradeUrl()]).toEqual(["http://own/docs", "https://pay.example/"]);
  });

  it("refuses an address that is none, by the name of its setting", () => {
    const own = () => "http://own";
    expect(() => helpLinks({ webUrl: "web.example", upgradeUrl: "" }, own)).toThrow(
      'TERRACE_WEB_URL: "web.example" is not an absolute address',
    );
    expect(() => helpLinks({ webUrl: "", upgradeUrl: "/pricing" }, own)).toThrow(
      'TERRACE_UPGRADE_URL: "/pricing" is not an absolute address',
    );
  });

  it("links to the port that the server listens on, where the pages are", async () => {
    const { url } = await serveLimited();
    const refused = await postJson(`${url}/${INDEX}`, "{}", { "user-agent": "curl/8" });
    const { message } = (await refused.json()) as { message: string };
    const [docs] = /http:\S+\/docs/.exec(message)!;
    expect(docs).toBe(`${url}/docs`);
    expect((await fetch(docs)).status).toBe(200);
    const { servers } = await asking({ url }).json<{ servers: { url: string }[] }>("/openapi.json");
    expect(servers[0].url).toBe(url);
  });

  it("sends a caller over the limit to the limits of that server", async () => {
    const { url } = await serveLimited();
    let refused: Response | undefined;
    for (let i = 0; i < 100 && refused === undefined; i++) {
      const answer = await postJson(`${url}/${INDEX}`, {}, { "user-agent": "terrace-tests/1" });
      if (answer.status === 429) refused = answer;
    }
    const upgrade = refused!.headers.get("x-ratelimit-upgrade-url")!;
    expect(upgrade).toBe(`${url}/docs#limits`);
    expect(await (await fetch(upgrade)).text()).toContain('id="limits"');
  });
});

describe("linkableUrl", () => {
  it("calls a server that listens everywhere localhost, and leaves every other address", () => {
    expect(linkableUrl("http://0.0.0.0:8080")).toBe("http://localhost:8080");
    expect(linkableUrl("https://[::]:443")).toBe("https://localhost:443");
    for (const url of ["http://127.0.0.1:1", "http://[::1]:80", "http://10.0.0.0:80"]) {
      expect(linkableUrl(url)).toBe(url);
    }
  });
});

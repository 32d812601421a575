import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { holdPort } from "../../src/cli/start/hold-port.ts";
import type { Config } from "../../src/config/config.ts";
import { sharedTerritory } from "../support/country/shared-country.ts";
import { eventually } from "../support/run/fixtures.ts";
import { COUNTED, describeDeepPage, untilLoaded } from "../support/web/open-page.ts";
import { servedCountry } from "../support/web/served-country.ts";

describeDeepPage("the page before there is data", (open) => {
  it("waits through the moment in which nothing answers, and shows what answers then", async () => {
    const server = createServer((_, response) => {
      response.setHeader("content-type", "text/html").end("<h1>all of it</h1>");
    });
    const listen = async (port: number) => {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
      return (server.address() as AddressInfo).port;
    };
    const port = await listen(0);
    await new Promise((resolve) => server.close(resolve));
    const release = await holdPort({ host: "127.0.0.1", port, tlsKeyFile: "" } as Config);
    const { page } = await open(`http://127.0.0.1:${port}/`, {
      expected: /status of 503|CONNECTION_REFUSED/,
      isAlone: true,
    });
    expect(await page.textContent("p")).toContain("Terrace is starting");
    const refused = page.waitForEvent("requestfailed");
    await release();
    await refused;
    await listen(port);
    try {
      await page.waitForSelector("h1");
      expect(await page.textContent("h1")).toBe("all of it");
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

describeDeepPage("the page while one territory is built", (open) => {
  const { serving } = servedCountry({ dataDir: async () => (await sharedTerritory()).dataDir });

  it("fits the map to the territory, and offers no capital of another", async () => {
    const { page } = await open(`${serving.url}/`, { until: COUNTED });
    await untilLoaded(page);
    expect(await page.textContent(".notice")).toContain("This data covers only ACT");
    // In a map of the country this point is desert without data; in one of the territory it is the territory.
    const { x, y, width, height } = (await page.locator(".map").boundingBox())!;
    await eventually(async () => {
      await page.mouse.move(x + width / 2, y + height / 3);
      await page.mouse.move(x + width / 2, y + height / 2.5);
      expect(await page.textContent(".hover-card")).toContain("ACT");
    });
    expect(await page.locator(".capital").allTextContents()).toEqual(["Canberra"]);
  });
});

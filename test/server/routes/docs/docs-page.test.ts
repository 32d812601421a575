import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { publicMethods } from "../../../../src/domains/public-methods.ts";
import { CoreStocksService } from "../../../../src/gen/shorts/v1alpha1/core_stocks_pb.ts";
import type { OpenApiDocument, RpcOperation } from "../../../../src/server/routes/docs/openapi/openapi.ts";
import { asking, servedCountry } from "../../../support/country/ask-country.ts";
import { callJson } from "../../../support/country/serve-country.ts";
import { eventually, temporaryDirectory } from "../../../support/run/fixtures.ts";
import { someOf } from "../../../support/run/test-form.ts";
import { describePage, type OpenOptions } from "../../../support/web/open-page.ts";

const serving = servedCountry({ config: { agentPolicy: true, limits: false } });

const PHONE = { viewport: { width: 390, height: 844 } };
// The core service has its own name and host and is documented nowhere else.
const documented = publicMethods().filter(({ service }) => service !== CoreStocksService.typeName);
const CURL = resolve(import.meta.dirname, "../../../support/wire/curl.ts");

describe("the samples of the documentation", () => {
  it("are drawn from the snapshot: every one has an answer, by POST and by the link", async () => {
    const { text, json } = asking(serving, { "user-agent": "Mozilla/5.0" });
    const document = await json<OpenApiDocument>("/openapi.json");
    const page = await text("/docs");
    const links = Array.from(page.matchAll(/class="open" href="([^"]+)"/g), ([, link]) =>
      link.replaceAll("&amp;", "&"),
    );
    expect(links).toHaveLength(documented.length);
    for (const { path } of documented) {
      const { post } = document.paths[path] as { post: RpcOperation };
      const { example } = post.requestBody.content["application/json"];
      const posted = await callJson(serving.url, path.slice(1), example);
      expect([path, posted.status, JSON.stringify(posted.body) === "{}"]).toEqual([path, 200, false]);
      const link = links.find((one) => one.startsWith(`${path}?`))!;
      expect(await json(link)).toEqual(posted.body);
    }
  });

  it("are answered as commands of a shell", async () => {
    const markdown = await asking(serving).text("/docs.md");
    // A curl for machines without one, last in the PATH.
    const folder = await temporaryDirectory();
    const script = `#!/bin/sh\nexec "${process.execPath}" "${CURL}" "$@"\n`;
    await writeFile(join(folder, "curl"), script, { mode: 0o755 });
    const env = { ...process.env, PATH: [process.env.PATH, folder].join(delimiter) };
    for (const { path } of someOf(documented, 12)) {
      const command = markdown.split("```").find((block) => block.includes(`${path} \\\n`))!;
      const run = promisify(execFile)("sh", ["-c", command.replace("sh\n", "")], { env, maxBuffer: 2 ** 26 });
      const { code, message } = JSON.parse((await run).stdout) as { code?: string; message?: string };
      expect([path, code, message]).toEqual([path, undefined, undefined]);
    }
  });
});

describePage("the documentation in a browser", (open) => {
  const SCREENS = someOf<[string, OpenOptions]>(
    [
      ["wide screen", {}],
      ["phone", PHONE],
    ],
    1,
  );

  it.each(SCREENS)(
    "fits a %s, shows what the search finds where the reader looks, and goes there",
    async (_name, options) => {
      const { page } = await open(`${serving.url}/docs`, options);
      const [needed, given] = await page.evaluate<number[]>(
        "[document.documentElement.scrollWidth, innerWidth]",
      );
      expect(needed).toBeLessThanOrEqual(given);
      await page.fill("input[type=search]", "coast distance");
      const first = page.locator(".hits a").first();
      await first.waitFor();
      const box = (await first.boundingBox())!;
      expect(box.y + box.height).toBeLessThan(400);
      await page.fill("input[type=search]", "ranksub");
      await page.locator(".hits a", { hasText: "RankSuburbs" }).first().waitFor();
      await page.press("input[type=search]", "Enter");
      await page.waitForURL(/#.*RankSuburbs/);
      await page.locator(".hits").waitFor({ state: "hidden" });
      const heading = page.locator("#RankSuburbs h3");
      await eventually(async () => {
        const top = (await heading.boundingBox())!.y;
        expect(top).toBeGreaterThanOrEqual(0);
        expect(top).toBeLessThan(options === PHONE ? 844 : 800);
      });
      await page.fill("input[type=search]", "xyzzy plugh");
      await eventually(async () => expect(await page.textContent(".hits")).toContain("0 hits"));
      await page.press("input[type=search]", "Escape");
    },
  );

  it("tries a sample, and what the reader makes of it", async () => {
    const { page } = await open(`${serving.url}/docs`, { expected: /status of 400/ });
    const form = page.locator("#ListStateSuburbs .try");
    await form.locator("button").click();
    await form.locator("pre", { hasText: '"suburbs"' }).waitFor();
    expect(await form.locator("pre").textContent()).toMatch(/^200 OK, \d+ ms/);
    await form.locator("textarea").fill('{"stateCode":"ACT","limt":1}');
    await form.locator("button").click();
    await form.locator("pre", { hasText: 'did you mean \\"limit\\"?' }).waitFor();
  });
});

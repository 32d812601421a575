import { fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { chromium } from "playwright-core";
import { createTerraceClient } from "../src/client.ts";
import { suburbAddresses } from "../src/web/rendered/addresses.ts";
import { sharedAustralia } from "../test/support/country/shared-country.ts";
import { CHROMIUM } from "../test/support/web/open-page.ts";
import { benchAuthorization } from "./bench-caller.ts";
import { cheapCaller } from "./fairness.bench.ts";
import type { Figure, Goal, Report, RunOptions, Subject } from "./harness.ts";
import { httpLoad, oneAnswer } from "./http-load.ts";
import { processorSeconds, startWireServer } from "./start-wire-server.ts";

export const rendered: Subject = {
  name: "rendered",
  what: "pages of suburbs as HTML, made for the first time and kept, on one thread",
  run,
};

const CONNECTIONS = 8;

/** A phone on a poor network: 1.6 Mbit/s, 150 ms round trip, a quarter of the CPU. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const SLOWER_CPU = 4;

/** Median first contentful paint and largest layout shift of visits with an empty cache. */
async function slowVisits(port: number, paths: readonly string[], authorization: string): Promise<Goal[]> {
  if (CHROMIUM === undefined) return [];
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--headless"] });
  const paints: number[] = [];
  let shift = 0;
  try {
    for (const path of paths) {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        extraHTTPHeaders: { authorization },
      });
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send("Network.emulateNetworkConditions", SLOW);
      await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER_CPU });
      await page.addInitScript(
        "globalThis.shift = 0; new PerformanceObserver((list) => { for (const one of list.getEntries()) shift += one.value; }).observe({ type: 'layout-shift', buffered: true });",
      );
      await page.goto(`http://127.0.0.1:${port}${path}`, { waitUntil: "networkidle" });
      paints.push(
        (await page.evaluate(
          "performance.getEntriesByName('first-contentful-paint')[0].startTime",
        )) as number,
      );
      shift = Math.max(shift, (await page.evaluate("shift")) as number);
      await context.close();
    }
  } finally {
    await browser.close();
  }
  const median = paints.sort((a, b) => a - b)[Math.floor(paints.length / 2)];
  const bound = "two journeys: the page and its style sheet";
  return [
    {
      id: "R2",
      what: "seconds to the first content, 1.6 Mbit/s, 150 ms, a quarter of the processor",
      figure: median / 1000,
      goal: 1,
      better: "less",
      bound,
    },
    { id: "R2", what: "largest shift of the layout", figure: shift, goal: 0, better: "less", bound },
  ];
}

/** Page rate that a server must sustain next to API callers, and the bound of W3 on their slowdown. */
const PAGES_A_SECOND = 2000;
const PAGE_CONNECTIONS = 16;
const MAX_WAIT = 5;

/** Measures a cheap call alone, and while another process requests pages. */
async function alongside(port: number, requests: readonly Buffer[], quick: boolean) {
  const cheap = await cheapCaller(port);
  const file = resolve(import.meta.dirname, "paced-pages.ts");
  const readers = fork(file, [port, PAGES_A_SECOND, PAGE_CONNECTIONS].map(String));
  const calls = quick ? 100 : 1000;
  try {
    await cheap("warming up", calls);
    const quiet = await cheap("a cheap call, quiet", calls);
    const rate = once(readers, "message");
    readers.send({ requests: requests.map(String), ms: quick ? 2000 : 15_000 });
    const busy: Figure[] = [];
    let pages: number | undefined;
    rate.then(([had]) => (pages = had as number));
    while (pages === undefined)
      busy.push(await cheap(`a cheap call alongside ${PAGES_A_SECOND} pages a second`, calls));
    // The last measurement may have continued after the pages.
    const [worst] = (busy.length > 1 ? busy.slice(0, -1) : busy).sort((a, b) => b.p99Ns - a.p99Ns);
    return { quiet, busy: worst, pages };
  } finally {
    readers.kill("SIGKILL");
  }
}

/** Requests suburbs across the country once, then again from the thread's cache. */
async function run({ quick, say }: RunOptions): Promise<Report> {
  const { dataDir } = await sharedAustralia();
  const server = await startWireServer("terrace with log", dataDir, { TERRACE_THREADS: "1" });
  const authorization = await benchAuthorization();
  try {
    const token = authorization.replace(/^Bearer /, "");
    const client = createTerraceClient({
      baseUrl: `http://127.0.0.1:${server.port}`,
      token,
      userAgent: "terrace-bench/1",
    });
    const { index } = await client.columns("AU", [], { includeIndex: true });
    const { paths } = suburbAddresses(index!);
    const count = quick ? 60 : 1000;
    const asked = Array.from({ length: count }, (_, i) => paths[Math.floor((i * paths.length) / count)]);
    const request = (path: string, encoding = "br") =>
      Buffer.from(
        `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nuser-agent: terrace-bench/1\r\naccept-encoding: ${encoding}\r\nauthorization: ${authorization}\r\n\r\n`,
      );
    const plain = await oneAnswer(server.port, request(asked[0], "identity"));
    if (!plain.body.toString().includes(`${asked[0]}"/>`)) throw new Error(`not the page of ${asked[0]}`);
    say(`${count} pages for the first time`);
    let largest = 0;
    const startedAt = processorSeconds(server);
    for (const path of asked) {
      const { head, body } = await oneAnswer(server.port, request(path));
      if (!head.startsWith("HTTP/1.1 200")) throw new Error(`${path} answered ${head.split("\r\n")[0]}`);
      largest = Math.max(largest, body.byteLength);
    }
    const firstMs = ((processorSeconds(server) - startedAt) * 1000) / count;
    say("the same again");
    const requests = asked.map((path) => request(path));
    let next = 0;
    const again = () => requests[next++ % requests.length];
    await httpLoad(server.port, again, CONNECTIONS, quick ? 500 : 3000);
    const before = processorSeconds(server);
    next = 0;
    await httpLoad(server.port, again, CONNECTIONS, quick ? 1000 : 10_000);
    const keptMs = ((processorSeconds(server) - before) * 1000) / next;
    say(`a cheap call alongside ${PAGES_A_SECOND} pages a second`);
    const both = await alongside(server.port, requests, quick);
    say("in a slow browser");
    const seen = await slowVisits(server.port, asked.slice(0, quick ? 2 : 10), authorization);
    const bound = "reading the request, counting the caller, writing the log";
    return {
      subject: "Rendered pages",
      figures: [both.quiet, both.busy],
      goals: [
        {
          id: "R1",
          what: `pages a second answered of ${PAGES_A_SECOND} asked, next to a caller of the API`,
          figure: both.pages,
          goal: PAGES_A_SECOND * 0.99,
          better: "more",
          bound: "one thread answers both; the readers and the caller have the other core",
        },
        {
          id: "R1",
          what: "p99 of a cheap call alongside them, times its quiet p99",
          figure: both.busy.p99Ns / both.quiet.p99Ns,
          goal: MAX_WAIT,
          better: "less",
          bound: "one thread answers both, busy for most of the time with pages",
        },
        {
          id: "R1",
          what: "ms of processor for a suburb's page on a warm server",
          figure: keptMs,
          goal: 1,
          better: "less",
          bound,
        },
        {
          id: "R1",
          what: "pages a second on one core: one second by that",
          figure: 1000 / keptMs,
          goal: 2000,
          better: "more",
          bound,
        },
        {
          id: "R1",
          what: "kB of the largest page, brotli",
          figure: largest / 1000,
          goal: 40,
          better: "less",
          bound: "outlines of what is around",
        },
        ...seen,
      ],
      notes: [
        `${firstMs.toFixed(1)} ms of processor for a page that is made for the first time, compressing included`,
        `${count} of ${paths.length} suburbs; every answer is 200`,
      ],
    };
  } finally {
    server.child.kill("SIGKILL");
  }
}

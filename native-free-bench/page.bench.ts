import { gzipSync } from "node:zlib";
import { chromium, type Page } from "playwright-core";
import { serveCountry } from "../test/support/country/serve-country.ts";
import { sharedCountry } from "../test/support/country/shared-country.ts";
import { CHROMIUM } from "../test/support/web/open-page.ts";
import { figureOf, type Report, type RunOptions, type Subject } from "./harness.ts";

export const page: Subject = { name: "page", what: "the explorer page in a browser without a GPU", run };

const FLAGS = ["--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking"];
const VIEWPORT = { width: 1440, height: 900 };
const MOVES = 240;

/** Opens the page with the whole country, drags a brush over five histograms, and measures each frame. */
async function run({ quick, say }: RunOptions): Promise<Report> {
  if (CHROMIUM === undefined) {
    return { subject: "Page", figures: [], goals: [], notes: ["not measured: there is no chromium"] };
  }
  const { dataDir } = await sharedCountry(1, quick ? 0.02 : 1);
  const serving = await serveCountry(dataDir);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  try {
    const paints: number[] = [];
    const bytes = { script: 0, data: 0 };
    // The first visit warms up the server, which builds the page and encodes the columns.
    for (let visit = 0; visit <= (quick ? 1 : 5); visit++) {
      const context = await browser.newContext({ viewport: VIEWPORT });
      const one = await context.newPage();
      await one.addInitScript(FOLLOW_USABLE);
      await one.goto(serving.url);
      const { usableMs, files } = (await one.evaluate(ASKED_UNTIL_USABLE)) as Asked;
      if (visit > 0) paints.push(usableMs);
      if (visit === 1) await addBytes(files, bytes);
      await context.close();
    }
    const context = await browser.newContext({ viewport: VIEWPORT });
    const dragged = await context.newPage();
    await dragged.goto(serving.url);
    await dragged.waitForSelector(".brush .bars-matched[d]");
    await dragged.waitForLoadState("networkidle");
    say("dragging a brush over the country");
    await drag(dragged, 40);
    const frames = await drag(dragged, quick ? 40 : MOVES);
    const work = frames.map(({ duration }) => duration).sort((a, b) => a - b);
    const gaps = frames
      .slice(1)
      .map(({ start }, i) => start - frames[i].start)
      .sort((a, b) => a - b);
    const at = (list: number[], share: number) =>
      list[Math.min(list.length - 1, Math.floor(list.length * share))];
    paints.sort((a, b) => a - b);
    return {
      subject: "Page",
      figures: [
        figureOf("work a picture while a brush is dragged, five histograms", work),
        figureOf("time between such pictures, which the browser's drawing bounds", gaps),
        figureOf("from asking to a filled map and histograms, warm server", paints),
      ],
      goals: [
        {
          id: "X1",
          what: "drag: ms of work a picture, median",
          figure: at(work, 0.5),
          goal: 8,
          better: "less",
          bound: "pixels of the map",
        },
        {
          id: "X1",
          what: "drag: ms of work a picture, p95",
          figure: at(work, 0.95),
          goal: 16,
          better: "less",
          bound: "other work on the machine",
        },
        {
          id: "X2",
          what: "seconds to a meaningful picture, warm server",
          figure: at(paints, 0.5) / 1000,
          goal: 1.5,
          better: "less",
          bound: "reading the index and the outlines",
        },
        {
          id: "X3",
          what: "kB of script for the first picture, gzip",
          figure: bytes.script / 1000,
          goal: 150,
          better: "less",
          bound: "the messages' descriptions",
        },
      ],
      notes: [`${Math.round(bytes.data / 1000)} kB of data as sent for the first picture`],
    };
  } finally {
    await browser.close();
    await serving.close();
  }
}

interface Asked {
  readonly usableMs: number;
  /** URLs with encoded body sizes in bytes. */
  readonly files: readonly (readonly [string, number])[];
}

/** Injected script: resolves with the time of the frame in which count, map and histograms are shown. */
const FOLLOW_USABLE = `globalThis.usable = new Promise((resolve) => {
  const seen = (selector) => document.querySelector(selector) !== null;
  requestAnimationFrame(function look() {
    if (seen(".match-count[data-count]") && seen(".map:not(:has(.map-wait))") && seen(".brush .bars-matched[d]"))
      resolve(performance.now());
    else requestAnimationFrame(look);
  });
})`;

/** Resources loaded until then; code that is fetched after the page is usable does not count. */
const ASKED_UNTIL_USABLE = `usable.then((usableMs) => ({
  usableMs,
  files: performance.getEntriesByType("resource").filter((one) => one.responseEnd <= usableMs)
    .map((one) => [one.name, one.encodedBodySize]),
}))`;

async function addBytes(files: Asked["files"], bytes: { script: number; data: number }): Promise<void> {
  for (const [url, size] of files) {
    if (url.endsWith(".js")) bytes.script += gzipSync(await (await fetch(url)).bytes()).byteLength;
    else bytes.data += size;
  }
}

/** Moves one end of the second histogram's brush back and forth; returns the frames. */
async function drag(one: Page, moves: number): Promise<{ start: number; duration: number }[]> {
  await one.evaluate("performance.clearMeasures()");
  const box = (await one.locator(".brush").nth(1).boundingBox())!;
  await one.mouse.move(box.x + 1, box.y + 30);
  await one.mouse.down();
  for (let i = 0; i < moves; i++) {
    await one.mouse.move(box.x + 1 + (box.width - 20) * Math.abs(Math.sin(i / 20)), box.y + 30);
  }
  await one.mouse.up();
  return (await one.evaluate(
    "performance.getEntriesByName('terrace-frame').map(({ startTime, duration }) => ({ start: startTime, duration }))",
  )) as { start: number; duration: number }[];
}

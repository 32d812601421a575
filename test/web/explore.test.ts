import { zstdDecompressSync } from "node:zlib";
import { parquetReadObjects } from "hyparquet";
import { expect, it } from "vitest";
import { parseWhere } from "../../src/client.ts";
import { METRIC_KEYS } from "../../src/domains/suburbs/metrics/metric-registry.ts";
import { callJson } from "../support/country/serve-country.ts";
import { eventually } from "../support/run/fixtures.ts";
import {
  COUNTED,
  describeDeepPage,
  downloaded,
  matchCount,
  settledView,
  untilCount,
  untilLoaded,
  untilMapped,
} from "../support/web/open-page.ts";
import { servedCountry } from "../support/web/served-country.ts";

const { serving, terrace, frame } = servedCountry({ metrics: METRIC_KEYS });

const served = async (where: string) =>
  (await terrace.explorer.explore({ filter: parseWhere(where)! })).matchCount;

const whereOf = (url: string) => new URL(url).searchParams.get("where") ?? "";

describeDeepPage("the explore screen", (open) => {
  it("shows every suburb, with a map, in five calls and without a complaint", async () => {
    const calls: string[] = [];
    const { page } = await open(`${serving.url}/about`);
    // Otherwise this screen's pending requests would be counted with the next one's.
    await untilLoaded(page);
    page.on("request", (request) => {
      if (/Service\/|outlines/.test(request.url()))
        calls.push(new URL(request.url()).pathname.split("/").at(-1)!);
    });
    await page.goto(`${serving.url}/`);
    expect(await matchCount(page)).toBe(frame.size);
    await untilMapped(page);
    await page.waitForSelector(".legend-steps li");
    // A metric that is added while its column is in flight would be requested separately.
    await untilLoaded(page);
    await page.selectOption(".filters > .metric-picker select", "crime_violent");
    await page.waitForSelector('.histogram[aria-label^="Violent"] .brush');
    expect(await page.locator('.filters > .metric-picker option[value="crime_violent"]').count()).toBe(0);
    expect(calls.toSorted()).toEqual([
      "AU.geojson",
      "DescribeMetrics",
      "DescribePresets",
      "GetColumns",
      "GetColumns",
    ]);
  });

  it("filters while a histogram is dragged, as the server would, and Back undoes the whole drag", async () => {
    const { page } = await open(`${serving.url}/`, { until: COUNTED });
    const before = page.url();
    const box = (await page.locator('.histogram[aria-label^="Median age"] .brush').boundingBox())!;
    await page.mouse.move(box.x + 1, box.y + 20);
    await page.mouse.down();
    const seen = new Set<string | null>();
    for (let step = 1; step <= 12; step++) {
      await page.mouse.move(box.x + (box.width * step) / 24, box.y + 20);
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
      seen.add(await page.getAttribute(".match-count", "data-count"));
    }
    await page.mouse.up();
    const where = (await settledView(page, "age")).get("where")!;
    await eventually(async () => {
      expect(whereOf(page.url())).toBe(where);
      expect(await matchCount(page)).toBe(await served(where));
    });
    // The count changed during the drag, not only at its end.
    expect(seen.size).toBeGreaterThan(3);
    expect(where).toMatch(/^age >= \d+$/);
    // Other histograms count the suburbs that pass; this one those that pass the other conditions.
    const tables = await page.locator(".histogram.is-active h3").allTextContents();
    expect(tables).toEqual(["Median age"]);
    await page.goBack();
    await untilCount(page, frame.size);
    expect(page.url()).toBe(before);
    await page.goForward();
    await untilCount(page, await served(where));
  });

  it("names the condition to blame when nothing matches", async () => {
    const { page } = await open(`${serving.url}/?where=population+%3E%3D+100+and+age+%3E%3D+119`);
    await page.waitForSelector(".blame");
    const rest = await served("population >= 100");
    expect(await page.textContent(".blame")).toContain(
      `Without age >= 119, ${rest.toLocaleString("en-AU")} do`,
    );
    await page.click(".blame button");
    await untilCount(page, rest);
  });

  it("keeps or drops suburbs without data by a switch", async () => {
    const { page } = await open(`${serving.url}/?where=price+%3C%3D+900000`);
    await untilCount(page, await served("price <= 900000"));
    await page.check('.histogram[aria-label="House median price"] .unknown-switch input');
    await untilCount(page, await served("price <= 900000 or price is unknown"));
    expect(whereOf(page.url())).toBe("price <= 900000 or price is unknown");
    // In a state, the switch counts that state's suburbs.
    const label = page.locator('.histogram[aria-label="House median price"] .unknown-switch');
    for (const state of ["AU", "WA"]) {
      await page.selectOption(".filters-head select", state);
      const { matchCount: unknown } = await terrace.explorer.explore({
        filter: parseWhere("price is unknown")!,
        ...(state === "AU" ? {} : { stateCode: state }),
      });
      expect(unknown).toBeGreaterThan(0);
      await eventually(async () =>
        expect(await label.textContent()).toContain(`keep ${unknown.toLocaleString("en-AU")} without data`),
      );
    }
  });

  it("filters by the keyboard alone: search, pick, slider, clear", async () => {
    const { page } = await open(`${serving.url}/`, { until: COUNTED });
    const name = frame.index.salNames[40];
    await page.keyboard.press("/");
    await page.keyboard.type(name.toLowerCase());
    await page.waitForSelector(".search-list li");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".picked");
    const sel = new URL(page.url()).searchParams.get("sel")!;
    expect(frame.index.salNames[frame.index.positionOf(sel)].toLowerCase()).toContain(name.toLowerCase());
    await page.focus('[role="slider"][aria-label="Median age, from"]');
    await page.keyboard.press("Shift+ArrowRight");
    await page.waitForURL(/where=/);
    const where = whereOf(page.url());
    await untilCount(page, await served(where));
    await page.keyboard.press("Escape");
    await untilCount(page, frame.size);
    await page.focus(".map");
    await page.keyboard.press("ArrowLeft");
    await eventually(() => expect(new URL(page.url()).searchParams.get("sel")).not.toBe(sel));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/suburb\/\d{5}/);
  });

  it("lets single-key shortcuts be turned off, and remembers it", async () => {
    const { page } = await open(`${serving.url}/`, { until: COUNTED });
    await page.keyboard.press("3");
    await page.waitForURL(/\/market$/);
    await page.keyboard.press("?");
    await page.uncheck(".key-help input");
    await page.click('.key-help button:has-text("Close")');
    await page.reload();
    await page.waitForSelector(".chart svg:has(.line)");
    for (const key of ["/", "1", "?"]) await page.keyboard.press(key);
    expect(await page.locator(".key-help").count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe("/market");
    expect(await page.locator(".search input:focus").count()).toBe(0);
  });

  it("finds suburbs by postcode", async () => {
    const { page } = await open(`${serving.url}/`, { until: COUNTED });
    const postcode = frame.index.postcodes.find((one) => one !== "")!;
    await page.fill(".search input", postcode);
    await page.waitForSelector(".search-list li");
    const shown = await page.locator(".search-list li").allTextContents();
    const wanted = frame.index.postcodes.filter((one) => one === postcode).length;
    expect(shown.length).toBe(Math.min(8, wanted));
    expect(shown.every((text) => text.includes(postcode))).toBe(true);
  });

  it("sorts the table by several columns and saves what it shows", async () => {
    const { page } = await open(`${serving.url}/?show=table&where=population+%3E%3D+300&cols=age,nbn,price`);
    await page.waitForSelector(".table-scroll tbody th");
    await page.click('.table-scroll thead button:has-text("Median age")');
    await page.click('.table-scroll thead button:has-text("Suburb")', { modifiers: ["Shift"] });
    await page.waitForURL(/sort=-age,name/);
    const age = frame.column("age");
    const rows = [...frame.positions(frame.match(parseWhere("population >= 300")))].sort((a, b) => {
      const [left, right] = [age.at(a) ?? -1, age.at(b) ?? -1];
      const [nameA, nameB] = [frame.index.salNames[a], frame.index.salNames[b]];
      return right - left || (nameA < nameB ? -1 : nameA > nameB ? 1 : a - b);
    });
    const shown = await page.locator(".table-scroll tbody th").allTextContents();
    expect(shown.length).toBeGreaterThan(5);
    expect(shown).toEqual(rows.slice(0, shown.length).map((row) => frame.index.salNames[row]));
    await page.click('.tabs button:has-text("Download")');
    const save = async (kind: string, extension: string) => {
      const { name, bytes } = await downloaded(page, `.download button:has-text("${kind}")`);
      const { snapshotId } = serving.engine.manifest;
      expect(name).toBe(`terrace-SYNTHETIC-suburbs-${snapshotId}.${extension}`);
      return bytes;
    };
    const lines = (await save("CSV", "csv")).toString().trimEnd().split("\r\n");
    // Metrics in the filter are columns of the table and the file, before the chosen ones.
    expect(lines[0]).toBe("sal_code,sal_name,state_code,postcode,population,age,nbn,price");
    expect(lines.length - 1).toBe(rows.length);
    rows.forEach((row, i) => {
      const cells = lines[i + 1]
        .match(/("([^"]|"")*"|[^,]*)(,|$)/g)!
        .map((cell) => cell.replace(/,$/, "").replaceAll('"', ""));
      const price = frame.column("price").at(row);
      expect(cells.slice(0, 8)).toEqual([
        frame.index.salCodes[row],
        frame.index.salNames[row],
        frame.index.stateCodes[row],
        frame.index.postcodes[row],
        String(frame.column("population").at(row)),
        age.at(row) === undefined ? "" : String(age.at(row)),
        frame.column("nbn").labelAt(row) ?? "",
        price === undefined ? "" : String(price),
      ]);
    });
    const { tableFromIPC } = await import("apache-arrow");
    const table = tableFromIPC(await save("Arrow", "arrow"));
    expect(table.numRows).toBe(rows.length);
    expect([...table.getChild("sal_code")!]).toEqual(rows.map((row) => frame.index.salCodes[row]));
    expect([...table.getChild("price")!]).toEqual(rows.map((row) => frame.column("price").at(row) ?? null));
    const bytes = await save("Parquet", "parquet");
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    const compressors = { ZSTD: (input: Uint8Array) => new Uint8Array(zstdDecompressSync(input)) };
    expect(await parquetReadObjects({ file, compressors })).toEqual(
      rows.map((row) => ({
        sal_code: frame.index.salCodes[row],
        sal_name: frame.index.salNames[row],
        state_code: frame.index.stateCodes[row],
        postcode: frame.index.postcodes[row] || null,
        population: frame.column("population").at(row),
        age: age.at(row) ?? null,
        nbn: frame.column("nbn").labelAt(row) ?? null,
        price: frame.column("price").at(row) ?? null,
      })),
    );
  });

  it("ranks by weights as RankSuburbs does", async () => {
    const { page } = await open(`${serving.url}/?show=score&w=income:2,age:-1`, { until: ".ranking li" });
    // Metrics that already count, and those without an order, cannot be added.
    for (const key of ["income", "nbn"])
      expect(await page.locator(`.weights option[value="${key}"]`).count(), key).toBe(0);
    const weights = [
      { metricKey: "income", weight: 2 },
      { metricKey: "age", weight: -1 },
    ];
    const { rows } = await terrace.explorer.rankSuburbs({ weights, k: 50 });
    expect(await page.locator(".ranking a").allTextContents()).toEqual(rows.map(({ salName }) => salName));
    expect(await page.locator(".ranking li > .number").allTextContents()).toEqual(
      rows.map(({ score }) => (score * 100).toFixed(1)),
    );
  });

  it("writes the view as a call that answers for the same suburbs", async () => {
    const where = 'population >= 300 and not (age <= 40 or nbn in (Satellite)) and name contains "a"';
    const { page } = await open(`${serving.url}/?${new URLSearchParams({ where, show: "download" })}`);
    const text = (await page.textContent(".download pre"))!;
    const body = JSON.parse(/-d '(.*)'$/s.exec(text)![1]) as Record<string, unknown>;
    const { candidateCount } = (await callJson(serving.url, "terrace.v1.ExplorerService/RankSuburbs", body))
      .body as {
      candidateCount: number;
    };
    expect(candidateCount).toBe(await served(where));
    expect(await matchCount(page)).toBe(candidateCount);
  });

  it("colours pixels as its legend says", async () => {
    const { page } = await open(`${serving.url}/?by=age`);
    await untilMapped(page);
    await page.waitForSelector(".legend-steps li");
    const [colours, legend] = (await page.evaluate(`(() => {
      const canvas = document.querySelector(".map-ground");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      const counts = {};
      for (let i = 0; i < data.length; i += 4) {
        const key = "rgb(" + data[i] + ", " + data[i + 1] + ", " + data[i + 2] + ")";
        counts[key] = (counts[key] ?? 0) + 1;
      }
      const steps = [...document.querySelectorAll(".legend-steps .swatch:not(.swatch-unknown)")];
      return [counts, steps.map((step) => getComputedStyle(step).backgroundColor)];
    })()`)) as [Record<string, number>, string[]];
    expect(legend.length).toBeGreaterThan(3);
    for (const colour of legend) expect(colours[colour], colour).toBeGreaterThan(20);
  });
});

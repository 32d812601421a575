import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { findBorders } from "../../src/web/map/find-borders.ts";
import { eventually } from "../support/run/fixtures.ts";
import { COUNTED, describeDeepPage, downloaded, untilMapped } from "../support/web/open-page.ts";
import { servedCountry } from "../support/web/served-country.ts";

describe("findBorders", () => {
  it("tells borders of states and councils and the coast apart, and takes no gap for water", () => {
    // Suburbs 1 and 2 are of one council, 3 of another, 4 of another state; the gap between 1 and 2 is one
    // pixel.
    const ids = Uint16Array.from([
      ...[1, 1, 1, 2, 3, 3, 0, 0],
      ...[1, 1, 0, 2, 3, 3, 0, 0],
      ...[4, 4, 4, 4, 4, 4, 0, 0],
    ]);
    const camera = { x: 0, y: 0, scale: 1 };
    const found = findBorders(
      { ids, width: 8, height: 3, camera },
      Uint16Array.from([0, 1, 1, 1, 2]),
      Uint16Array.from([0, 1, 1, 2, 3]),
    );
    expect(found).toEqual({ coast: [6, 14, 22], states: [8, 9, 11, 12, 13], councils: [3, 11] });
  });
});

describeDeepPage("marks and layers", (open) => {
  const { serving, frame } = servedCountry();
  const markedIn = (page: Page) => new URL(page.url()).searchParams.get("mark")?.split(",") ?? [];
  const untilMarked = (page: Page, count: number) =>
    eventually(() => expect(markedIn(page).length).toBe(count));

  it("marks rows by pointer and keyboard, and compares, saves and exports them unopened", async () => {
    const { page } = await open(`${serving.url}/?show=table`, { until: COUNTED });
    const boxes = page.locator(".table-scroll label.mark input");
    await boxes.nth(1).click();
    await boxes.nth(3).click({ modifiers: ["Shift"] });
    await untilMarked(page, 3);
    await boxes.nth(5).focus();
    await page.keyboard.press("Space");
    await untilMarked(page, 4);
    await boxes.nth(2).click();
    await untilMarked(page, 3);
    const marked = markedIn(page);
    expect(await page.getAttribute('.marked-bar a:has-text("Compare")', "href")).toBe(
      `/compare/${marked.join("+")}`,
    );
    const file = await downloaded(page, '.marked-bar button:has-text("CSV")');
    expect(file.name).toMatch(/^terrace-SYNTHETIC-marked-.*\.csv$/);
    const lines = file.bytes.toString().trim().split(/\r?\n/);
    expect(
      lines
        .slice(1)
        .map((line) => line.slice(0, 5))
        .sort(),
    ).toEqual(marked.toSorted());
    await page.click('.marked-bar button:has-text("Save")');
    await page.click("button.sign-saved");
    for (const code of marked) await page.waitForSelector(`.saved-box a[href="/suburb/${code}"]`);
    // The marks are in the address: they survive a reload, and Back removes one.
    await page.reload();
    await page.waitForSelector('.marked-bar:has-text("3 marked")');
  });

  it("marks on the map by Shift, by a line about suburbs and by keys", async () => {
    const { page } = await open(`${serving.url}/?where=`, { until: COUNTED });
    await untilMapped(page);
    const map = (await page.locator(".map").boundingBox())!;
    await page.keyboard.down("Shift");
    await page.mouse.move(map.x + 4, map.y + 4);
    await page.mouse.down();
    for (const [x, y] of [
      [map.width - 60, 4],
      [map.width - 60, map.height / 2],
      [4, map.height / 2],
    ])
      await page.mouse.move(map.x + x, map.y + y, { steps: 3 });
    await page.mouse.up();
    await page.keyboard.up("Shift");
    await page.waitForSelector(".marked-bar");
    // The northern half has suburbs of the north, and none of the south.
    await eventually(() => {
      const states = new Set(
        markedIn(page).map((code) => frame.index.stateCodes[frame.index.positionOf(code)]),
      );
      expect(states).toContain("NT");
      expect(states).not.toContain("TAS");
    });
    await page.click('.marked-bar button:has-text("Clear")');
    await untilMarked(page, 0);
    await page.focus(".map");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("m");
    await untilMarked(page, 1);
    await page.keyboard.press("Shift+ArrowRight");
    await untilMarked(page, 2);
    await page.keyboard.press("m");
    await untilMarked(page, 1);
  });

  it("draws layers that can be switched, and keeps them in the address", async () => {
    const { page } = await open(`${serving.url}/?layers=`, { until: COUNTED });
    await untilMapped(page);
    await page.waitForSelector(".legend-steps li");
    const picture = () =>
      page.evaluate(`document.querySelector(".map-ground").toDataURL()`) as Promise<string>;
    const bare = await picture();
    await page.click("button.sign-layers");
    await page.click('.layers label:has-text("Coast") input');
    await eventually(async () => expect(await picture()).not.toBe(bare));
    await eventually(() => expect(new URL(page.url()).searchParams.get("layers")).toBe("coast"));
    await page.click('.layers label:has-text("Coast") input');
    await eventually(async () => expect(await picture()).toBe(bare));
  });

  it("draws railway stations, names the one under the pointer and who lists it", async () => {
    const answer = await fetch(`${serving.url}/v1/stations/AU.json`, {
      headers: { "user-agent": "terrace-tests/1" },
    });
    const stations = (await answer.json()) as { name: string; operator: string; lat: number; lon: number }[];
    const { name, operator, lat, lon } = stations[3];
    const { page } = await open(`${serving.url}/?layers=&at=${lat},${lon},9`, { until: COUNTED });
    await untilMapped(page);
    const picture = () =>
      page.evaluate(`document.querySelector(".map-overlay").toDataURL()`) as Promise<string>;
    await page.click("button.sign-layers");
    const bare = await picture();
    await page.click('.layers label:has-text("Railway stations") input');
    await eventually(async () => expect(await picture()).not.toBe(bare));
    await page.waitForSelector('.popover-layers [data-source="synthetic-stations"]');
    expect(new URL(page.url()).searchParams.get("layers")).toBe("stations");
    await page.keyboard.press("Escape");
    const box = (await page.locator(".map").boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await eventually(async () =>
      expect(await page.locator(".hover-card").textContent()).toContain(`${name} station ${operator}`),
    );
  });
});

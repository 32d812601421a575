import { describe, expect, inject, it } from "vitest";
import { STATE_CODES } from "../../../src/dataset/states.ts";
import { councilMethods } from "../../../src/domains/councils/service.ts";
import { HousingService } from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { followCountry } from "../../support/country/follow-country.ts";
import { ALL_ON, callMethod } from "../../support/data/method-calls.ts";
import { rawTables, readRawListings } from "../../support/data/raw-tables.ts";
import { plainCouncils } from "../../support/plain/plain-councils.ts";
import { textOf } from "../../support/plain/plain-steps.ts";
import { expectClose } from "../../support/wire/expect-close.ts";

const { listCouncils, getCouncilProfile } = HousingService.method;

const switches = { ...ALL_ON };

const engine = followCountry("opinionCountry");
const { datasetDir } = inject("opinionCountry");
const listings = await readRawListings(datasetDir);
const plain = plainCouncils(await rawTables("suburbs", datasetDir), listings);
const methods = councilMethods(engine, { now: () => new Date(0), switches: () => switches });

type Json = Record<string, unknown>;

describe("ListCouncils", () => {
  it("agrees with a plain look at every council, in its order", async () => {
    for (const stateCode of STATE_CODES) {
      const answer = (await callMethod(methods, listCouncils, { stateCode })) as Json;
      const expected = plain.listed.filter((row) => textOf(row, "state_code") === stateCode);
      expect(expected.length).toBeGreaterThan(0);
      expectClose(
        withoutDefaults(answer.councils),
        expected.map((row) => plain.summary(row)),
      );
    }
  });

  it("stamps the shares where a council has one, and tells nothing of them when listings are off", async () => {
    const stamped = await Promise.all(
      STATE_CODES.map(async (stateCode) => {
        const answer = (await callMethod(methods, listCouncils, { stateCode })) as Json;
        const hasShare = (answer.councils as Json[]).some((one) => one.priceDropShare !== undefined);
        expect(answer.priceDropsAsOf !== undefined).toBe(hasShare);
        expect(answer.priceDropsDataThrough !== undefined).toBe(hasShare);
        return hasShare;
      }),
    );
    expect(stamped).toContain(true);
    switches.dropListings = false;
    try {
      for (const stateCode of STATE_CODES) {
        expect(JSON.stringify(await callMethod(methods, listCouncils, { stateCode }))).not.toMatch(/rop/);
      }
    } finally {
      switches.dropListings = true;
    }
  });
});

describe("GetCouncilProfile", () => {
  it("agrees with a plain look at members, hazards, crime, electorates, cuts and neighbours", async () => {
    let withDrops = 0;
    for (const row of plain.listed) {
      const code = textOf(row, "lga_code");
      const request = { stateCode: textOf(row, "state_code"), slug: textOf(row, "slug") };
      const { profile } = (await callMethod(methods, getCouncilProfile, request)) as { profile: Json };
      expectClose(withoutDefaults(profile.summary), plain.summary(row));
      expectClose(withoutDefaults(profile.suburbs), plain.suburbs(code));
      expectClose(bareCrime(withoutDefaults(profile.rollup) as Json), plain.rollup(code));
      expectClose(named(profile.federalElectorates), plain.electorates(code, "federal_division"));
      expectClose(named(profile.stateDistricts), plain.electorates(code, "state_district"));
      const shared = { sharesBorder: false, sharedSuburbs: 0 };
      expect(picked(profile.neighbours, "lgaCode sharesBorder sharedSuburbs", shared)).toEqual(
        plain.neighbours(code),
      );
      const drops = plain.drops(code);
      expectClose(bareDrops(profile.priceDrops as Json | undefined), drops);
      if (drops !== undefined) withDrops++;
      expect((profile.council as Json).dominantShare).toBeUndefined();
    }
    expect(withDrops).toBeGreaterThan(0);
  });
});

/** The response without fields at a default value that means nothing; an optional 0 stays. */
function withoutDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDefaults);
  if (typeof value !== "object" || value === null) return value;
  const isDefault = ([name, one]: [string, unknown]) =>
    one === "" ||
    one === false ||
    (Array.isArray(one) && one.length === 0) ||
    (one === 0 && /^(population|erpYear)$|(Count|Suburbs)$/.test(name));
  const fields = Object.entries(value).filter((field) => !isDefault(field));
  return Object.fromEntries(fields.map(([name, one]) => [name, withoutDefaults(one)]));
}

/** The named members of each row, with a default for missing ones. */
function picked(rows: unknown, names: string, others: Json = {}): Json[] {
  const membersOf = (row: Json) => names.split(" ").map((name) => [name, row[name] ?? others[name]]);
  return ((rows ?? []) as Json[]).map((row) => Object.fromEntries(membersOf(row)));
}

/** Only the figures: the origin comes from the dataset. */
function bareCrime(rollup: Json = {}): Json {
  const { crime, ...others } = rollup;
  if (crime === undefined) return others;
  return { ...others, crime: picked(crime, "crimeType ratePer100k fyEnding coveredSuburbs") };
}

const named = (electorates: unknown) =>
  picked(electorates, "name populationShare suburbCount", { populationShare: 0 });

function bareDrops(drops: Json | undefined): Json | undefined {
  if (drops === undefined) return undefined;
  const { asOf, dataThrough, suburbs, ...figures } = drops;
  expect([asOf, dataThrough].every((stamp) => typeof stamp === "string")).toBe(true);
  return { ...figures, suburbs: picked(suburbs, "salCode droppedListingCount") };
}

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openFile } from "../../../src/importers/files/find-files.ts";
import { centroidOf } from "../../../src/importers/geography/centroid.ts";
import type { ImportFile } from "../../../src/importers/run/import-file.ts";
import {
  AREA_LIST,
  importMade,
  linesFile,
  rowsByKey,
  textFile,
  wordsOf,
  workbookFile,
} from "../../support/data/import-files.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";

const LIST = textFile("SAL_2021_AUST.csv", AREA_LIST);

const square = (x: number, y: number, side: number) => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];

function shapes(
  name: string,
  ...all: readonly (readonly [properties: object, rings: readonly unknown[] | null])[]
) {
  const features = all.map(([properties, coordinates]) => ({
    type: "Feature",
    properties,
    geometry: coordinates && { type: "Polygon", coordinates },
  }));
  return textFile(name, JSON.stringify({ type: "FeatureCollection", features }));
}

const names = (...lines: string[]) => linesFile("names.csv", "SAL_CODE_2021,SAL_NAME_2021", ...lines);

describe("AREA_LIST_IMPORTER", () => {
  it("reads the geography workbook: suburbs, councils and their areas", async () => {
    const rows = [
      ["ASGS_Structure", "Census_Code_2021", "AGSS_Code_2021", "Census_Name_2021", "Area sqkm"],
      ["AUS", "AUS", "AUS", "AUSTRALIA", 7688094.9],
      ["POA", "POA2000", 2000, "2000", 4],
      ["LGA", "LGA10050", 10050, "Ashfield Vale", 300.5],
      ["LGA", "LGA19799", 19799, "Unincorporated NSW", 9000],
      ["LGA", "LGA19499", 19499, "No usual address (NSW)", 0],
      ["SAL", "SAL10001", 10001, "Aldgrove", 12.5],
      ["SAL", "SAL19494", 19494, "No usual address (NSW)", 0],
    ];
    const file = workbookFile("2021Census_geog_desc.xlsx", {
      Other: [["x"]],
      "2021_ASGS_Non_ABS_Structures": rows,
    });
    const outcome = await importMade([file]);
    expect(outcome.files[0]).toMatchObject({ status: "read", what: "Census 2021 geography workbook" });
    expect(rowsByKey(outcome, "suburb_demographics").get("10001")).toMatchObject({
      sal_name: "Aldgrove",
      state_code: "NSW",
      area_sqkm: 12.5,
    });
    expect([...rowsByKey(outcome, "lga", "lga_code").keys()]).toEqual(["10050"]);
  });

  it("rejects a row without a name and one cut short, with their numbers", async () => {
    const outcome = await importMade([
      textFile("l.csv", "SAL_CODE,Suburb_Name,Area_sqkm\nSAL10001,Aldgrove,1.5\nSAL10002,,2\nSAL10003\n"),
    ]);
    expect(outcome.files[0]).toMatchObject({
      status: "read",
      report: {
        rowsRead: 3,
        rowsUsed: 1,
        rejects: [
          { rule: "area name", examples: [{ row: 3 }] },
          { rule: "cell count", examples: [{ row: 4, reason: "1 cells; expected 3" }] },
        ],
      },
    });
  });

  it.each(["xlsx", "xls"] as const)(
    "refuses a damaged %s workbook and imports the rest",
    async (bookType) => {
      const rows = Array.from({ length: 500 }, (_, i) => ["SAL", `SAL${10_001 + i}`, `Name ${i}`]);
      const { bytes } = workbookFile("cut.xls", { "2021_ASGS_Non_ABS_Structures": rows }, bookType);
      const path = join(await temporaryDirectory(), "cut.xls");
      await writeFile(path, bytes.subarray(0, Math.floor(bytes.length / 2)));
      const found = [];
      for await (const one of openFile(path)) found.push(one);
      const outcome = await importMade([], { files: [...found, { file: LIST }] });
      expect(outcome.files).toMatchObject([{ status: "refused", path }, { status: "read" }]);
      expect(outcome.files[0]).toHaveProperty("reason", expect.stringContaining("cut.xls: "));
    },
  );
});

describe("centroidOf", () => {
  it("weighs parts by area and subtracts holes", () => {
    expect(centroidOf([[square(0, 0, 2)]])).toEqual({ area: 4, x: 1, y: 1 });
    expect(centroidOf([[square(0, 0, 1)], [square(10, 0, 1)]])).toEqual({ area: 2, x: 5.5, y: 0.5 });
    const withHole = centroidOf([[square(0, 0, 4), square(2, 2, 2)]])!;
    expect(withHole.area).toBe(12);
    expect(withHole.x).toBeCloseTo((16 * 2 - 4 * 3) / 12, 12);
  });

  it("does not depend on the direction of the rings", () => {
    const there = centroidOf([[square(150, -34, 0.1), square(150.02, -33.98, 0.01)]])!;
    const back = centroidOf([[square(150, -34, 0.1).toReversed(), square(150.02, -33.98, 0.01)]])!;
    expect(back.x).toBeCloseTo(there.x, 9);
    expect(back.area).toBeCloseTo(there.area, 12);
  });

  it("is undefined for outlines that were simplified to a line", () => {
    const line = [0, 2, 5, 0].map((x) => [x, x / 2]);
    expect(centroidOf([[line]])).toBeUndefined();
    expect(centroidOf([])).toBeUndefined();
  });
});

describe("BOUNDARY_IMPORTER", () => {
  it("joins the pieces of a suburb and takes the postcode of the largest", async () => {
    const aldgrove = { suburb_id: "10001", suburb: "Aldgrove" };
    const file = shapes(
      "s.geojson",
      [{ ...aldgrove, postcode_id: "2001", area_sqkm: 1 }, [square(150, -34, 0.1)]],
      [{ ...aldgrove, postcode_id: "2002", area_sqkm: 4 }, [square(150.1, -34, 0.2)]],
      [{ suburb_id: "19494", suburb: "No usual address (NSW)" }, null],
    );
    const outcome = await importMade([file]);
    const row = rowsByKey(outcome, "suburb_demographics").get("10001")!;
    expect(row).toMatchObject({ sal_name: "Aldgrove", state_code: "NSW", postcode: "2002", area_sqkm: 5 });
    expect(row.centroid_lon).toBeCloseTo((150.05 + 4 * 150.2) / 5, 6);
    expect(row.centroid_lat).toBeCloseTo((-33.95 + 4 * -33.9) / 5, 6);
  });

  it("reads quantised TopoJSON, passes over arcs that no geometry uses, and reports suburbs without an outline", async () => {
    const suburb = (code: string, name: string, area: number) => ({
      SAL_CODE21: code,
      SAL_NAME21: name,
      AREASQKM21: area,
    });
    const topology = {
      type: "Topology",
      transform: { scale: [0.001, 0.001], translate: [140, -40] },
      arcs: JSON.parse("[[[0, 0], [9, 9]], [[0, 0], [1000, 0], [0, 1000], [-1000, 0], [0, -1000]]]"),
      objects: {
        SAL_2021_AUST_GDA2020: {
          type: "GeometryCollection",
          geometries: [
            { type: "Polygon", arcs: [[1]], properties: suburb("20001", "Aldgrove", 7) },
            { type: null, properties: suburb("20002", "Nowhere", 0) },
            { type: null, properties: suburb("29494", "No usual address (Vic.)", 0) },
          ],
        },
      },
    };
    const outcome = await importMade([textFile("vic.topo.json", JSON.stringify(topology))]);
    expect(rowsByKey(outcome, "suburb_demographics").get("20001")).toMatchObject({
      centroid_lat: -39.5,
      centroid_lon: 140.5,
      area_sqkm: 7,
    });
    expect(rowsByKey(outcome, "suburb_outlines").get("20001")).toEqual({
      sal_code: "20001",
      outline: '{"type":"Polygon","coordinates":[[[140,-40],[141,-40],[141,-39],[140,-39],[140,-40]]]}',
      source: "abs-asgs-2021-boundaries",
      source_licence: "CC-BY-4.0",
    });
    expect(outcome.files[0]).toMatchObject({
      what: "boundaries of suburbs (TopoJSON)",
      report: { rowsRead: 3, rowsUsed: 1, rejects: [{ rule: "no outline", count: 1 }] },
    });
  });

  it("keeps the finer of two outlines of an edition, in either order, and reports what encloses nothing", async () => {
    const collection = (name: string, ...rings: number[][][]) =>
      shapes(
        name,
        ...rings.map((ring, i) => [{ SAL_CODE21: `1000${i + 1}`, SAL_NAME21: "A" }, [ring]] as const),
      );
    const coarse = collection("coarse.json", square(150, -34, 0.1));
    const [a, ...rest] = square(150, -34, 0.1);
    const fine = collection("fine.json", [a, [a[0] + 0.05, a[1] - 0.01], ...rest]);
    const outlineIn = async (...files: ImportFile[]) =>
      rowsByKey(await importMade(files), "suburb_outlines").get("10001")!.outline;
    const outlines = [await outlineIn(coarse, fine), await outlineIn(fine, coarse)];
    expect(outlines[0]).toBe(outlines[1]);
    expect(outlines[0]).toContain("[150.05,-34.01]");
    const speck = await importMade([
      collection("speck.json", square(150, -34, 0.1), square(151, -34, 0.000001)),
    ]);
    expect(speck.files[0]).toMatchObject({
      report: { rowsUsed: 2, rejects: [{ rule: "outline", examples: [{ row: 2 }] }] },
    });
    expect([...rowsByKey(speck, "suburb_outlines").keys()]).toEqual(["10001"]);
  });

  it("refuses cut JSON and rejects coordinates in metres", async () => {
    const whole = shapes(
      "whole.json",
      [{ suburb_id: "10001", suburb: "A" }, [square(150, -34, 0.1)]],
      [{ suburb_id: "10002", suburb: "B" }, [square(300_000, 6_200_000, 500)]],
    );
    const outcome = await importMade([whole, textFile("cut.json", whole.text.slice(0, -20))]);
    expect(outcome.files[0]).toMatchObject({
      report: { rowsUsed: 1, rejects: [{ rule: "coordinates", examples: [{ row: 2 }] }] },
    });
    expect(outcome.files[1]).toMatchObject({
      status: "refused",
      reason: expect.stringContaining("cut.json: not JSON"),
    });
  });
});

describe("SEIFA_IMPORTER", () => {
  const SCORES = "SAL_CODE_2021,SAL_NAME_2021,IRSD_Score,IRSAD_Score,IER_Score,IEO_Score,Tot_P_P";

  it("reads scores, rounds them, passes over blank rows and the footer", async () => {
    const file = linesFile(
      "seifa.csv",
      SCORES,
      "10001,Aldgrove,885.6,901.2,,1000.4,33.0",
      "20001,Aldgrove,1085.1,950,1001,990,900.0",
      "10002,Birchmoor,abc,1,1,1,1",
      ",,,,,,",
      "© Commonwealth of Australia 2023,,,,,,",
    );
    const outcome = await importMade([LIST, file]);
    const rows = rowsByKey(outcome, "suburb_demographics");
    expect(rows.get("10001")).toMatchObject({
      seifa_irsd_score: 886,
      seifa_irsad_score: 901,
      seifa_ieo_score: 1000,
    });
    expect(rows.get("10001")).not.toHaveProperty("seifa_ier_score");
    // Only two states are here, so there is no national order to take deciles from.
    expect(rows.get("10001")).not.toHaveProperty("seifa_irsd_decile_aus");
    expect(rows.get("20001")).toMatchObject({ seifa_irsd_decile_state: 10 });
    expect(outcome.files[1]).toMatchObject({
      report: { rejects: [{ rule: "score", examples: [{ row: 4, reason: 'seifa_irsd_score is "abc"' }] }] },
    });
    expect(outcome.combined.flatMap(({ notes }) => notes)).toContainEqual(
      expect.stringContaining("deciles are derived"),
    );
  });

  it("derives deciles of areas as defined: ten groups in order of score whose numbers differ by one at most", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 8000, max: 11_000 }), { minLength: 8, maxLength: 60 }),
        async (scores) => {
          const codes = scores.map((_, i) => `${(i % 8) + 1}${String(i + 1).padStart(4, "0")}`);
          const lines = codes.map((code, i) => `${code},S${i},${scores[i] / 10},900,900,900,1`);
          const outcome = await importMade([
            names(...codes.map((code, i) => `${code},S${i}`)),
            linesFile("s.csv", SCORES, ...lines),
          ]);
          const rows = rowsByKey(outcome, "suburb_demographics");
          const decile = (i: number) => rows.get(codes[i])!.seifa_irsd_decile_aus as number;
          const sizes = new Map<number, number>();
          scores.forEach((score, i) => {
            sizes.set(decile(i), (sizes.get(decile(i)) ?? 0) + 1);
            scores.forEach((other, j) => {
              if (score < other) expect(decile(i)).toBeLessThanOrEqual(decile(j));
            });
          });
          for (let d = 1; d <= 10; d++) {
            const size = sizes.get(d) ?? 0;
            expect([Math.floor(scores.length / 10), Math.ceil(scores.length / 10)]).toContain(size);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it("takes the deciles of the publisher's workbook", async () => {
    const sheet = (title: string) => [
      ["Australian Bureau of Statistics"],
      [`Table 2 Suburbs and Localities (SAL) ${title}, 2021`],
      ["", "", "", "", "", "Ranking within Australia", "", "", "", "", "Ranking within State"],
      [
        ...["Code", "Name", "Usual Resident Population", "Score", "", "Rank", "Decile", "Percentile", ""],
        ...["State", "Rank", "Decile", "Percentile"],
      ],
      [10001, "Aldgrove", 500, 990, null, 100, 4, 37, null, "NSW", 50, 5, 44],
      [10002, "Birchmoor", 9, "-", null, "-", "-", "-", null, "NSW", "-", "-", "-"],
      ["© Commonwealth of Australia 2023"],
    ];
    const file = workbookFile("seifa.xlsx", {
      Contents: [["Contents"]],
      "Table 2": sheet("Index of Relative Socio-economic Disadvantage"),
      "Table 3": sheet("Index of Relative Socio-economic Advantage and Disadvantage"),
    });
    const outcome = await importMade([LIST, file]);
    expect(rowsByKey(outcome, "suburb_demographics").get("10001")).toMatchObject({
      seifa_irsd_score: 990,
      seifa_irsd_decile_aus: 4,
      seifa_irsd_decile_state: 5,
      seifa_irsad_decile_aus: 4,
    });
    expect(rowsByKey(outcome, "suburb_demographics").get("10002")).not.toHaveProperty("seifa_irsd_score");
  });
});

const HEADER = 'ssc_code,"suburb",postcode,"state","state_name","local_goverment_area",lat,lng';

describe("files about places", () => {
  const odd = shapes("x", [{ suburb_id: "10001", suburb: "A" }, [[null, [150, -34]]]]).text;
  const point = '1,"Aldgrove",2000,"NSW","New South Wales","",-33,151';
  it.each([
    ["SAL_CODE_2021,SAL_NAME_2021\n", "the list has no rows"],
    [odd, "row 1 (10001): an outline is not a list of points"],
    [
      "SAL_CODE_2021,IRSD_Score,IRSAD_Score,IER,IEO_Score\n10001,1,1,1,1\n",
      'row 1 lacks the column "IER_Score"',
    ],
    [`${HEADER.replace("lng", "longitude")}\n${point}\n`, 'no column "lng"'],
    [`${HEADER}\n`, "no usable row in 0 rows"],
  ])("are refused by name: %j, %s", async (text, reason) => {
    expect((await importMade([textFile("x", text)])).files.map(wordsOf)).toEqual([`x: ${reason}`]);
  });
});

describe("SUBURB_POINT_IMPORTER", () => {
  const COUNCILS = textFile(
    "LGA.csv",
    "LGA_CODE_2021,LGA_NAME_2021\n10050,Ashfield Vale\n20010,Ashfield Vale\n",
  );

  const points = (...lines: string[]) => linesFile("points.csv", HEADER, ...lines);

  it("matches by state and name where the 2016 code means another place", async () => {
    const list = names("10001,Birchmoor", "10002,Aldgrove (NSW)", "20001,Aldgrove (Vic.)");
    const aldgrove = '10001,"Aldgrove",810,"NSW","New South Wales","Ashfield Vale (City)",-33.5,150.5';
    const outcome = await importMade([list, COUNCILS, points(aldgrove)]);
    const rows = rowsByKey(outcome, "suburb_demographics");
    expect(rows.get("10002")).toMatchObject({ centroid_lat: -33.5, centroid_lon: 150.5, postcode: "0810" });
    expect(rows.get("10001")).not.toHaveProperty("centroid_lat");
    const council = { sal_code: "10002", lga_code: "10050" };
    expect(rowsByKey(outcome, "suburb_lga").get("10002")).toEqual(council);
  });

  it("reports ambiguous and unknown names, unknown councils and places in no state", async () => {
    const list = names("10001,Birchmoor (Upper - NSW)", "10002,Birchmoor (Lower - NSW)", "10003,Elm");
    const lines = [
      '1,"Birchmoor",2000,"NSW","New South Wales","",-33.5,150.5',
      '2,"Lost",2000,"NSW","New South Wales","",-33.5,150.5',
      '3,"Elm",2000,"NSW","New South Wales","Gone (City)",-33.5,150.5',
      '4,"Far Island",2899,"","Other Territories","",-29,167.9',
      '5,"Elm",2000,"NSW","New South Wales","",150.5,-33.5',
    ];
    const outcome = await importMade([list, COUNCILS, points(...lines)]);
    expect(outcome.files[2]).toMatchObject({
      report: {
        rejects: [
          { rule: "coordinates", examples: [{ row: 6 }] },
          { rule: "no state", examples: [{ row: 5 }] },
        ],
      },
    });
    const { rejects } = outcome.combined.at(-1)!;
    expect(rejects.map(({ rule, examples: [{ row, reason }] }) => [rule, row, reason])).toEqual([
      ["ambiguous name", 2, '"Birchmoor" in NSW is 10001, 10002'],
      ["unknown council", 4, 'no council "Gone (City)" in NSW'],
      ["unknown name", 3, 'no suburb "Lost" in NSW'],
    ]);
  });

  it("gives way to boundaries", async () => {
    const shape = shapes("s.json", [{ suburb_id: "10001", suburb: "Aldgrove" }, [square(150, -34, 0.2)]]);
    const aldgrove = '9,"Aldgrove",2000,"NSW","New South Wales","",-33,151';
    const outcome = await importMade([LIST, points(aldgrove), shape]);
    expect(rowsByKey(outcome, "suburb_demographics").get("10001")).toMatchObject({
      centroid_lat: -33.9,
      centroid_lon: 150.1,
      postcode: "2000",
    });
  });
});

describe("POSTCODE_IMPORTER", () => {
  it("gives a postcode to suburbs that lie in one, by state and name", async () => {
    const rows = [
      ["Australian Bureau of Statistics"],
      ["Postcode 2017 to State Suburb 2016"],
      ["Table 3 Correspondence"],
      ["POSTCODE_2017", "POSTCODE_2017", "SSC_CODE_2016", "SSC_NAME_2016", "RATIO", "PERCENTAGE"],
      [null],
      ["2001", "2001", 19999, "Aldgrove", 1, 100],
      ["2002", "2002", 10007, "Birchmoor", 0.4, 40],
      ["2003", "2003", 10007, "Birchmoor", 0.1, 10],
      ["3001", "3001", 20009, "Aldgrove", 0, 0],
      ["9999", "9999", 90001, "Far Island", 1, 100],
    ];
    const outcome = await importMade([
      LIST,
      workbookFile("CG_POSTCODE_2017_SSC_2016.xlsx", { Contents: [["Contents"]], "Table 3": rows }),
    ]);
    const suburbs = rowsByKey(outcome, "suburb_demographics");
    expect(suburbs.get("10001")).toMatchObject({ postcode: "2001" });
    expect(suburbs.get("10002")).not.toHaveProperty("postcode");
    expect(suburbs.get("20001")).not.toHaveProperty("postcode");
    expect(outcome.combined.at(-1)!.rejects).toMatchObject([
      { rule: "several postcodes", examples: [{ row: 7, reason: "10002 lies in 2002, 2003" }] },
    ]);
    expect(outcome.files[1]).toMatchObject({
      report: {
        rejects: [
          { rule: "no state", examples: [{ row: 10 }] },
          { rule: "ratio", examples: [{ row: 9 }] },
        ],
      },
    });
  });
});

import { describe, expect, it } from "vitest";
import { cellsOf, importMade, rowsByKey, tableOf, textFile } from "../../support/data/import-files.ts";

const NAMES = "SAL_CODE_2021,SAL_NAME_2021\n20001,Aldgrove\n20002,Birchmoor\n50001,Cottesloe\n";
const POINTS = [
  "ssc_code,suburb,urban_area,postcode,state,state_name,local_goverment_area,lat,lng",
  "20001,Aldgrove,x,3000,VIC,Victoria,Yarra,-37.8,145",
  "20002,Birchmoor,x,3000,VIC,Victoria,Yarra,-36,143",
  "50001,Cottesloe,x,6011,WA,Western Australia,Cottesloe,-31.99,115.76",
  "",
].join("\n");
const STATIONS = [
  "name,state,latitude,longitude,operator,source",
  "Far,VIC,-37.81,145.3,Metro Trains,API 2022-10",
  "Near,VIC,-37.81,145,Metro Trains,API 2022-10",
  "Swan,WA,-31.99,115.77,Transperth,GTFS 2019-12-02",
  "Nowhere,VIC,37.8,145,Metro Trains,API 2022-10",
  "",
].join("\n");
const files = () => [
  textFile("names.csv", NAMES),
  textFile("points.csv", POINTS),
  textFile("railway-stations.csv", STATIONS),
];

describe("railway stations", () => {
  it("give every suburb the distance to the nearest one, up to 50 km", async () => {
    const outcome = await importMade(files());
    const distances = cellsOf(tableOf(outcome, "suburb_amenities"), "sal_code", "nearest_train_km");
    // A hundredth of a degree of latitude; the second suburb is 200 km from any station.
    expect(distances).toEqual([["20001", 1.11]]);
    expect(outcome.files[2]).toMatchObject({
      status: "read",
      report: { rowsUsed: 3, rejects: [{ rule: "coordinates", count: 1 }] },
    });
  });

  it("say nothing of suburbs in a state whose own list is not there: one of another's may be near by chance", async () => {
    const [names, points] = files();
    const stations = textFile(
      "railway-stations.csv",
      STATIONS.replace("Swan,WA,-31.99,115.77,Transperth", "East Perth,NSW,-31.99,115.77,NSW Trains"),
    );
    const outcome = await importMade([names, points, stations]);
    expect([...rowsByKey(outcome, "suburb_amenities").keys()]).toEqual(["20001"]);
  });

  it("of an operator whose terms are not plainly open are shown only where they are asked for", async () => {
    const stations = async (allowed: readonly string[]) => {
      const outcome = await importMade(files(), { allowedSources: new Set(allowed) });
      const rows = tableOf(outcome, "railway_stations");
      const shown = rows.filter(({ source_licence }) => source_licence !== "proprietary-tos-restricted");
      return [shown.map(({ name }) => name), rowsByKey(outcome, "suburb_amenities").has("50001")];
    };
    expect(await stations([])).toEqual([["Far", "Near"], false]);
    expect(await stations(["stations-wa"])).toEqual([["Far", "Near", "Swan"], true]);
  });
});

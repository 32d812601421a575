import { describe, expect, it } from "vitest";
import { IMPORTERS } from "../../../src/importers/registry.ts";
import { recogniseFile } from "../../../src/importers/run/run-import.ts";
import { importMade, textFile, workbookFile } from "../../support/data/import-files.ts";

describe("AWAITED_FILES", () => {
  it.each([
    ["incidents.csv", "suburb,suburb_state,numCrimes", /the years and the kinds of offence/],
    [
      "stops.txt",
      "stop_id,stop_name,stop_lat,stop_lon,location_type",
      /needs a list of the railway stations/,
    ],
    // Two columns with an id, a price and a place made this look like a table of adverts.
    [
      "vic-train-stops.csv",
      ",stop_suburb,stop_latitude,stop_longitude,stop_id,stop_name,postcode",
      /needs a list of the railway stations/,
    ],
    [
      "gics.js",
      '"use strict";\n\nmodule.exports = {\n\t"10": {\n\t\t"name": "Energy"\n\t},\n\t"15": {',
      /needs a licence/,
    ],
    ["businesses.rda", "RDX3", /write\.csv/],
    ["businesses.csv", "date,division,sa2_main_2016,sa2_name_2016,indicator,value", /perturbed for privacy/],
    ["postcodes.csv", "postcode,electorate", /current boundaries/],
    ["ministers.csv", '"Name","From","To","Ministers"', /a table of offices/],
    ["adam.html", "<html>\n<head>\n<title>Ann Example | Interests</title>", /pages by item/],
    ["recent.csv", "Name,Member Type,Electorate,Party,Category,Held by,Details,Updated", /pages by item/],
    ["donors.csv", "donor-name,value,recipient-name,donor-category", /the commission's own tables/],
    ["prrt.csv", "Name,ABN,PRRT Payable $", /has income tax/],
    [
      "ste.json",
      '{"type":"Topology","objects":{"x":{"properties":{"STE_CODE21":"1"}}}}',
      /outlines of suburbs/,
    ],
    [
      "ced.json",
      '{"type":"Topology","objects":{"x":{"properties":{"CED_CODE21":"101","STE_CODE21":"1"}}}}',
      /correspondences of suburbs name their electorates/,
    ],
    [
      "sa2.json",
      '{"type":"Topology","objects":{"x":{"properties":{"SA2_CODE21":"101021007","GCC_CODE21":"1GSYD"}}}}',
      /outlines of suburbs/,
    ],
    [
      "candidates.csv",
      "2025 Federal Election Candidates\nStateAb,DivisionNm,PartyAb,CandidateID,Surname",
      /distribution of preferences/,
    ],
    ["nbn.json", '{\n"2023-05-23": {"tech": {"FTTN": 1}}}', /the network's permission/],
    [
      "suburbs.json",
      '{"ACT": [{"name": "A", "announced_date": null, "address_count": 3}]}',
      /the network's permission/,
    ],
    ["gross.csv", "Daily Gross Short Sales,,,", /not positions/],
    ["asx200.csv", "S&P/ASX200 - Daily,,,", /a licence/],
    ["screener.csv", "symbol,name,logoid,exchange,Perf.YTD", /belong to the vendor/],
    ["constituents.csv", "ticker,company", /list of the index's owner/],
    ["2016.csv", "\uFEFFCompany Name,ASX code,Date Delisted*,Reason", /delistings/],
    ["2017.csv", "\uFEFFAs of*,Old details,,New details,", /former codes/],
    ["2018.csv", "\uFEFFPublic Holiday,Date,Applies to these states", /computed by rule/],
    ["votes.csv", "StateAb,DivisionID,DivisionNm,PollingPlaceID,PollingPlace", /whole divisions/],
  ])("says why %s is not read", async (name, header, reason) => {
    const outcome = await importMade([textFile(name, `${header}\n`)]);
    expect(outcome.files[0]).toMatchObject({
      status: "read",
      importerId: "awaited",
      report: { rowsUsed: 0, notes: [expect.stringMatching(reason)] },
    });
    expect(outcome.tables).toEqual([]);
  });

  it("knows a workbook of incidents by council, and leaves what another importer reads to it", () => {
    const act = workbookFile("act.xlsx", {
      Stats: [["Belconnen - Offences and other activities by Suburb"]],
    });
    expect(recogniseFile(act, IMPORTERS)?.importer.id).toBe("police-offences");
    const councils = workbookFile("vic.xlsx", {
      "Table 01": [["Year", "Local Government Area", "Incidents Recorded", "Rate per 100,000 population"]],
    });
    expect(recogniseFile(councils, IMPORTERS)?.recognition.what).toMatch(/by council/);
    expect(recogniseFile(textFile("x.csv", "a,b\n1,2\n"), IMPORTERS)).toBeUndefined();
  });
});

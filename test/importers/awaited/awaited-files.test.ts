import { describe, expect, it } from "vitest";
import { IMPORTERS } from "../../../src/importers/registry.ts";
import { recogniseFile } from "../../../src/importers/run/run-import.ts";
import { importMade } from "../../support/data/import-files.ts";
import { textFile, workbookFile } from "../import-text.ts";

describe("AWAITED_FILES", () => {
  it.each([
    [
      "offences.csv",
      "Year,Local Government Area,Postcode,Suburb/Town Name,Offence Division,Offence Subdivision,Offence Count",
      /victimisation/,
    ],
    [
      "sapol.csv",
      "Reported Date,Suburb - Incident,Postcode - Incident,Offence Level 1 Description,Offence count",
      /victimisation/,
    ],
    ["stops.txt", "stop_id,stop_name,stop_lat,stop_lon,location_type", /centroids/],
    [
      "gics.js",
      '"use strict";\n\nmodule.exports = {\n\t"10": {\n\t\t"name": "Energy"\n\t},\n\t"15": {',
      /waits for a licence/,
    ],
    ["businesses.rda", "RDX3", /write\.csv/],
    [
      "businesses.csv",
      "date,division,sa2_main_2016,sa2_name_2016,indicator,value",
      /altered a little for privacy/,
    ],
    ["changed.csv", "As of*,Old details,,New details,", /former codes/],
    ["delisted.csv", "Company Name,ASX code,Date Delisted*,Reason", /delistings/],
    ["2020.csv", "Public Holiday,Dates for 2020,Trading Day1,Business Day2", /computed by rule/],
    ["sales.csv", "Daily Gross Short Sales,,,,", /no positions/],
    ["table.csv", "S&P/ASX200 - Daily,,,,", /a licence/],
    ["top.csv", "Australian Sharemarket: Top 300 Stocks,,,,", /a licence/],
    ["members.csv", "ticker,company", /list of the index's owner/],
    ["screener.csv", "symbol,name,description,logoid,exchange,type,typespecs,close,Perf.W", /vendor's own/],
    ["prrt.csv", "Name,ABN,PRRT Payable $", /holds income tax/],
    ["votes.csv", "StateAb,DivisionID,DivisionNm,PollingPlaceID,PollingPlace", /electorates/],
  ])("says what %s waits for", async (name, header, reason) => {
    const outcome = await importMade([textFile(name, `${header}\n`)]);
    expect(outcome.files[0]).toMatchObject({
      status: "read",
      importerId: "awaited",
      report: { rowsUsed: 0, notes: [expect.stringMatching(reason)] },
    });
    expect(outcome.tables).toEqual([]);
  });

  it("knows a workbook of offences, and leaves what another importer reads to it", () => {
    const act = workbookFile("act.xlsx", {
      Stats: [["Belconnen - Offences and other activities by Suburb"]],
    });
    expect(recogniseFile(act, IMPORTERS)?.recognition.what).toMatch(/Capital Territory offences/);
    expect(recogniseFile(textFile("x.csv", "a,b\n1,2\n"), IMPORTERS)).toBeUndefined();
  });
});

import { describe, expect, it } from "vitest";
import { surnameIn } from "../../../src/importers/electoral/election-results.ts";
import {
  cellsOf,
  importMade,
  rowsByKey,
  tableOf,
  textFile,
  wordsOf,
} from "../../support/data/import-files.ts";

const NAMES = "SAL_CODE_2021,SAL_NAME_2021\n20001,Aldgrove\n20002,Birchmoor\n20003,Cedarton\n";
const AREAS = [
  "sal_code,ced_2022,ced_2025,sed_2022,lga_code_2021,lga_name_2021,lga_share,sa2_code_2021,sa3_code_2021,sa4_code_2021,remoteness_2016,coast_km",
  "20001,Old,Fernhill,Ash West,26350,Stonnington,1.0,206041117,20604,206,20.0,3.5",
  "20002,Old,Gumdale,,27350,Yarra,1.0,206041118,20604,206,24.0,",
  "20003,Old,,Ash West,27350,Yarra,1.0,,,,99,0",
  "",
].join("\n");

const DOP_HEADER =
  "StateAb,DivisionID,DivisionNm,CountNumber,BallotPosition,CandidateID,Surname,GivenNm,PartyAb,PartyNm,Elected,HistoricElected,CalculationType,CalculationValue";
const candidate = (
  count: number,
  [surname, given, ab, party, elected]: readonly [string, string, string, string, "Y" | "N"],
  percent: number,
) =>
  [
    ["Preference Count", Math.round(percent * 100)],
    ["Preference Percent", percent],
    ["Transfer Count", 0],
  ].map(
    ([kind, value]) =>
      `VIC,1,Fernhill,${count},1,2,${surname},${given},${ab},${party},${elected},N,${kind},${value}`,
  );
const WINNER = ["McBRIDE", "Jo", "ALP", "Labor", "Y"] as const;
const LOSER = ["O'NEIL", "Al", "LP", "Liberal", "N"] as const;
const DOP = [
  DOP_HEADER,
  ...candidate(0, WINNER, 41.5),
  ...candidate(0, LOSER, 44),
  ...candidate(1, WINNER, 53.4),
  ...candidate(1, LOSER, 46.6),
  "",
].join("\n");
const tpp = (year: number, rows: readonly string[]) =>
  [
    `${year} Federal Election House of Representatives Two Party Preferred By Division [Event:1 Phase:FinalResults Generated:${year}-07-19T10:30:12 Cycle:x]`,
    "DivisionNm,DivisionID,StateAb,PartyAb,Liberal/National Coalition Votes,Liberal/National Coalition Percentage,Australian Labor Party Votes,Australian Labor Party Percentage,TotalVotes,Swing",
    ...rows,
    "",
  ].join("\r\n");

describe("results of federal elections", () => {
  it("give a division its member, party and margin of the last count, and suburbs those of their division", async () => {
    const outcome = await importMade([
      textFile("names.csv", NAMES),
      textFile("areas.csv", AREAS),
      textFile("aec-2025-distribution-of-preferences.csv", DOP),
      textFile("tpp-2025.csv", "DivisionNm,StateAb,CoalitionPct,ALPPct\nFernhill,VIC,45.9,54.1\n"),
      textFile("tpp.csv", tpp(2022, ["Fernhill,1,VIC,LP,1,51.0,1,49.00,2,0.1"])),
    ]);
    const results = tableOf(outcome, "federal_results");
    expect(cellsOf(results, "division", "election_year", "member", "margin", "tpp_alp")).toEqual([
      ["Fernhill", 2022, undefined, undefined, 49],
      ["Fernhill", 2025, "Jo McBride", 3.4, 54.1],
    ]);
    const suburbs = rowsByKey(outcome, "suburb_demographics");
    expect(suburbs.get("20001")).toMatchObject({
      federal_division: "Fernhill",
      federal_member: "Jo McBride",
      federal_party: "Australian Labor Party",
      federal_party_ab: "ALP",
      federal_tpp_alp: 54.1,
      federal_margin: 3.4,
      state_district: "Ash West",
      sa2_code: "206041117",
      sa3_code: "20604",
      sa4_code: "206",
      remoteness: "Major city",
    });
    // A division without a result keeps its name; a suburb without a division has neither.
    expect(suburbs.get("20002")).toMatchObject({ federal_division: "Gumdale", remoteness: "Very remote" });
    expect(suburbs.get("20002")!.federal_party).toBeUndefined();
    expect(suburbs.get("20003")!.federal_division).toBeUndefined();
    expect(suburbs.get("20003")!.remoteness).toBeUndefined();
    const coast = rowsByKey(outcome, "suburb_amenities");
    expect([...coast].map(([code, row]) => [code, row.dist_to_coast_km])).toEqual([
      ["20001", 3.5],
      ["20003", 0],
    ]);
    expect(outcome.combined.find(({ importerId }) => importerId === "aec-elections")!.notes).toEqual([
      "divisions of suburbs that the election of 2025 did not have: Gumdale",
    ]);
  });

  it("are refused where nothing says which election they are of, or a row is cut", async () => {
    const outcome = await importMade([
      textFile("preferences.csv", DOP),
      textFile("aec-2022-preferences.csv", DOP.slice(0, -20)),
    ]);
    expect(outcome.files.map(wordsOf)).toEqual([
      expect.stringContaining("neither its title nor its file name names the election"),
      expect.stringContaining("cut short"),
    ]);
  });

  it("write surnames as people do", () => {
    const surnames = ["McBride", "O'Neil", "Chandler-Mather", "Le", "Del Rosario"];
    const shouted = ["McBRIDE", "O'NEIL", "CHANDLER-MATHER", "LE", "DEL ROSARIO"];
    expect(shouted.map(surnameIn)).toEqual(surnames);
  });
});

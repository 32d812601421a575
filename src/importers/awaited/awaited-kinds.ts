import { type AwaitedKind, begins, hasColumns, inSheets } from "./awaited-kind.ts";

const STATIONS =
  "nothing: distances are measured to the railway stations of all states, and the stops of one operator are not these";

/** Kinds about places, people and industries. */
export const AWAITED_KINDS: readonly AwaitedKind[] = [
  {
    what: "recorded incidents by suburb, one total each",
    waitsFor: "the years and the kinds of offence: the file holds one total a suburb and says of no period",
    is: hasColumns("suburb", "suburb_state", "numcrimes"),
  },
  {
    what: "Victorian criminal incidents by council",
    waitsFor:
      'the month in which its years end (column "Year ending"): figures of councils are dated by the last day of their period',
    is: inSheets(/Local Government Area Incidents Recorded Rate per 100,000/i),
  },
  {
    what: "stops of a public transport timetable (GTFS)",
    waitsFor: STATIONS,
    is: hasColumns("stop_id", "stop_lat", "stop_lon"),
  },
  {
    what: "stops of public transport with their suburbs",
    waitsFor: STATIONS,
    is: hasColumns("stop_id", "stop_name", "stop_latitude", "stop_longitude"),
  },
  {
    what: "votes by polling place",
    waitsFor: "nothing: results are those of whole divisions, which the distribution of preferences gives",
    is: hasColumns("divisionnm", "pollingplaceid"),
  },
  {
    what: "votes by candidate",
    waitsFor:
      "nothing: members and margins come from the distribution of preferences, shares from the two-party count",
    is: begins(/^[^\n]*\n?[^\n]*\bDivisionNm\b[^\n]*\bCandidateID\b/),
  },
  {
    what: "federal politicians since 1901, collected by readers",
    waitsFor: "a licence: its repository has none, and members of today come from the lists of terms",
    is: (file) =>
      hasColumns("uniqueid")(file) &&
      ["partyabbrev", "surname", "ministry", "division", "senatorsstate", "aphid"].some((name) =>
        hasColumns(name)(file),
      ),
  },
  {
    what: "positions of politicians from Wikidata",
    waitsFor: "nothing: it ends in 2021 and names people and seats by numbers of Wikidata alone",
    is: hasColumns("politician", "position", "electoral_district"),
  },
  {
    what: "correspondence of suburbs of 2016 to statistical areas",
    waitsFor: "nothing: suburbs are those of 2021, and their correspondences are read",
    is: inSheets(/SSC.{0,40}2016.{0,40}SA2.{0,40}2016/i),
  },
  {
    what: "broadband technology of the premises of a suburb",
    waitsFor:
      "the network's terms: the answers were collected without a licence, and its suburbs have no code",
    is: begins(
      /^\s*\{[\s\S]*("gnaf_pid"[\s\S]*"tech"|"tech"[\s\S]*"gnaf_pid"|"announced_date"[\s\S]*"address_count"|"tech":\s*\{[^}]*"FTTN")/,
    ),
  },
  {
    what: "classification of industries (ANZSIC)",
    waitsFor: "nothing: it is a dictionary, and tables by industry name their industries themselves",
    is: (file) =>
      /^@id,rdf:type,skos:prefLabel/.test(file.head) ||
      /^\s*\[\s*\{[^}]*"division_(title|code)"/.test(file.head),
  },
  {
    what: "Global Industry Classification Standard (GICS)",
    waitsFor:
      "a licence: the classification belongs to its owners, and companies name their industries as the exchange's list does",
    is: (file) => /^("use strict";)?\s*module\.exports = \{\s*"10": \{\s*"name": "Energy"/.test(file.head),
  },
  {
    what: "data of the R language (.rda, .rds)",
    waitsFor: "the same rows as CSV: write.csv(x, file, row.names = FALSE) writes them",
    is: (file) => /\.(rda|rdata|rds)$/i.test(file.name),
  },
  {
    what: "counts of businesses by small area and industry",
    waitsFor:
      "a table of businesses by small area; summed over areas they would be no published figure, since each count is altered a little for privacy",
    is: hasColumns("division", "sa2_main_2016", "indicator", "value"),
  },
  {
    what: "short headers of the Census tables",
    waitsFor: "nothing: it is a dictionary, and the tables are read without it",
    is: inSheets(/DataPack.*(Cell Descriptors|Metadata)/i),
  },
  {
    what: "boundaries of states or capital cities",
    waitsFor: "nothing: outlines of suburbs and places of councils are what is served",
    is: begins(/^\s*\{"type":"Topology"[\s\S]*"(STE|GCC)_(CODE|NAME)21"/),
  },
  {
    what: "outline of the country",
    waitsFor: "nothing: the correspondences of suburbs give their distances to the coast",
    is: (file) => begins(/^\s*\{"type":"Topology"/)(file) && /"AUS_CODE21"/.test(file.text),
  },
  {
    what: "postcodes with federal electorates",
    waitsFor:
      "electorates within the boundaries of today: the list is older than the members who sit for them",
    is: hasColumns("postcode", "electorate"),
  },
  {
    what: "offices of ministers",
    waitsFor: "a table of offices; members and their terms have one",
    is: hasColumns("name", "from", "to", "ministers"),
  },
  {
    what: "all that one member declares",
    waitsFor: "nothing: the pages by item hold the same declarations",
    is: begins(/^\s*<html>[\s\S]*<title>[^<|]+\| Interests<\/title>/),
  },
  {
    what: "interests declared of late",
    waitsFor: "nothing: the pages by item hold what is still declared",
    is: (file) =>
      hasColumns("name", "member type", "category", "details", "updated")(file) ||
      begins(/<title>[^<]*Recent[^<]*<\/title>/i)(file),
  },
  {
    what: "donations sorted into categories by a reader",
    waitsFor: "nothing: the commission's own tables hold the donations, without the reader's categories",
    is: hasColumns("donor-name", "recipient-name", "donor-category"),
  },
  {
    what: "petroleum resource rent tax by entity",
    waitsFor: "a column for it: corporate_tax holds income tax, which the sheet next to it tells",
    is: hasColumns("name", "abn", "prrt payable $"),
  },
];

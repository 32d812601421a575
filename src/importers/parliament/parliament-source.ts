import type { SourceFacts } from "../source-licence.ts";

export const MEMBER_LIST_SOURCE: SourceFacts = {
  id: "parliament-members",
  publisher: "Parliament of Australia, lists kept by OpenAustralia",
  title: "Members and senators with their terms",
  licence: "CC-BY-NC-ND-4.0",
  licenceClass: "non-commercial",
  attribution: "Source: Parliament of Australia, Parliamentary Handbook",
  url: "https://www.aph.gov.au/Senators_and_Members",
  precedence: 60,
};

export const REGISTER_SOURCE: SourceFacts = {
  id: "parliament-register",
  publisher: "Parliament of Australia, transcribed by a reader",
  title: "Registers of Members' and Senators' Interests",
  licence: "CC-BY-NC-ND-4.0",
  licenceClass: "non-commercial",
  attribution: "Source: Parliament of Australia, Registers of Members' and Senators' Interests",
  url: "https://www.aph.gov.au/Senators_and_Members/Members/Register",
  precedence: 50,
};

/** A made-up party. No word of a name belongs to a party that exists. */
export interface SyntheticParty {
  readonly name: string;
  readonly abbreviation: string;
  /** States of its branches; none when it lodges one return under its own name. */
  readonly branches: readonly string[];
  /** How much money it moves next to the others. */
  readonly weight: number;
}

const WORDS =
  "Wattle Banksia Ironbark Saltbush Kestrel Lantern Granite Copper Heron Clover Fern Anchor Harvest Quarry Meadow Ferry Magpie Lorikeet Cedar Olive Plum Fig Harbour Windmill Orchard Mill Railway School Station Church Tarn Selk Orl Mosk Gild Drax Kest Ombra Vell Yend Birr Corr Esk Foll Gren".split(
    " ",
  );
const STATES = ["NSW", "VIC", "QLD", "SA", "WA", "TAS", "NT", "ACT"];

/** 45 parties: five with a branch in every state, three with two branches, the rest with none. */
export const SYNTHETIC_PARTIES: readonly SyntheticParty[] = WORDS.map((word, i) => ({
  name: `Synthetic ${word} Party`,
  abbreviation: `SYN${word.slice(0, 3).toUpperCase()}`,
  branches: i < 5 ? STATES : i < 8 ? STATES.slice(i - 5, i - 3) : [],
  weight: i < 5 ? 30 / (i + 1) : 2 / (i - 2),
}));

/** A party that payers' money reaches although it lodged no return of its own. */
export const UNLODGED_PARTY = "Synthetic Unlodged Party";

/** The party that is in the register for a party of the seats; the same one every time. */
export function registerParty(seatAbbreviation: string): SyntheticParty | undefined {
  if (seatAbbreviation === "IND") return undefined;
  const places = ["ALP", "LP", "NP", "LNP", "GRN"];
  const place = places.indexOf(seatAbbreviation);
  return SYNTHETIC_PARTIES[place >= 0 ? place : 5 + (seatAbbreviation.charCodeAt(0) % 6)];
}

/** The names under which a party lodges. */
export function lodgingNames({ name, branches }: SyntheticParty): string[] {
  return branches.length === 0 ? [name] : branches.map((state) => `${name} (${state} Branch)`);
}

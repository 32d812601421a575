import type { Random } from "../../runtime/random.ts";

/** Parses weighted choices such as "house 58, unit 18". */
export function choices(text: string): readonly (readonly [string, number])[] {
  return text.split(/(?<=\d),\s+/).map((one) => {
    const at = one.lastIndexOf(" ");
    return [one.slice(0, at), Number(one.slice(at + 1))];
  });
}

/** Invented syllables; a name is a root plus an ending, so no list of real places is needed. */
const ROOTS =
  "Quill Tarn Vex Brin Ostle Hurr Wyn Mard Kell Fenn Dorr Pell Rusk Sarl Thorl Ull Varn Wend Yarl Zell Alder Bram Cald Drax Elvan Farr Gild Holl Ivor Jarr Kest Lorr Mosk Nell Orl Prest Quorn Rill Selk Tull Ombra Vell Warr Yend Arn Birr Corr Denn Esk Foll Gren Hask Inver Joll Kirr Lamm Mirr Norr Obal Pirr Rann Stell Trev Ulla Vass Wirr Yall Zann Barr Culla Dilla Eurr Garr Illa Jinda Koorr Mulla Narr Parr Tirr Wolla Yorla".split(
    " ",
  );
const ENDINGS =
  "brook holm ford ley mere worth wick dale combe bury stow garth by thorpe gong bah wong dong naroo bool cup ong ton ham field wood ridge moor stead well den more mont vale minda loo gah ba nook croft shaw fell bridge haven marsh hurst lyn dene over gate bank stone rook ling".split(
    " ",
  );
const SUFFIX_WORDS =
  "North South East West Heights Park Beach Bay Creek Hill Gardens Point Junction Flat Vale Springs Plains River Island Gully".split(
    " ",
  );
const PREFIX_WORDS = "Mount Lake Upper Lower Port New Little Cape".split(" ");

/** An invented one-word name such as Quillbrook. */
export function inventWord(random: Random): string {
  const root = random.pick(ROOTS);
  const ending = random.pick(ENDINGS);
  // Avoid two vowels in a row as in "Ulla" + "over".
  return /[aeiou]$/.test(root) && /^[aeiou]/.test(ending) ? root + ending.slice(1) : root + ending;
}

/** An invented place name of one or two words; beaches and ports only at the coast. */
export function inventPlace(random: Random, coastal: boolean): string {
  const word = inventWord(random);
  const shape = random.unit();
  if (shape < 0.58) return word;
  if (shape < 0.68)
    return `${random.pick(PREFIX_WORDS.filter((p) => coastal || !/Port|Cape/.test(p)))} ${word}`;
  return `${word} ${random.pick(SUFFIX_WORDS.filter((s) => coastal || !/Beach|Bay|Island/.test(s)))}`;
}

const STREET_TYPES = choices(
  "Street 40, Road 18, Avenue 14, Court 8, Place 6, Drive 6, Crescent 4, Lane 2, Parade 2",
);

const STREET_WORDS =
  "Mill Orchard Wattle Banksia Station Church School Ferry Quarry Railway Magpie Lorikeet Ironbark Saltbush Harvest Lantern Copper Granite Meadow Windmill Anchor Harbour Cedar Fig Olive Plum Clover Fern Heron Kestrel".split(
    " ",
  );

export function inventStreet(random: Random): string {
  const word = random.chance(0.45) ? random.pick(STREET_WORDS) : inventWord(random);
  return `${word} ${random.weighted(STREET_TYPES)}`;
}

export function inventAgency(random: Random): string {
  const first = inventWord(random);
  return random.weighted([
    [`${first} Property`, 4],
    [`${first} & ${inventWord(random)}`, 4],
    [`${first} Realty`, 3],
    [`${first}, ${inventWord(random)} & Co`, 1],
    [`The "${first}" Agency`, 1],
  ] as const);
}

const FIRST_NAMES = "Ada Bram Cleo Dov Edda Finn Greta Hugo Isla Jonas Kaia Levi".split(" ");

export function personName(random: Random): string {
  return `${random.pick(FIRST_NAMES)} ${inventWord(random)}`;
}

/** Lower-case letters and digits joined by single hyphens. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

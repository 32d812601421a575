import type { Row } from "../../dataset/csv-writer.ts";
import { clamp, type Random, round } from "../../runtime/random.ts";
import type { Suburb } from "../places/suburbs.ts";

const RELIGIONS = [
  ["No religion", 52],
  ["Catholic", 22],
  ["Anglican", 14],
  ["Other Christian", 4],
  ["Islam", 2],
  ["Hinduism", 1.5],
  ["Buddhism", 1.2],
  ["Judaism", 0.4],
  ["Sikhism", 0.5],
] as const;

const LANGUAGES = [
  ["Mandarin", 20],
  ["Cantonese", 7],
  ["Italian", 9],
  ["Greek", 7],
  ["Vietnamese", 9],
  ["Arabic", 9],
  ["Punjabi", 8],
  ["Hindi", 6],
  ["Spanish", 4],
  ["German", 6],
  ["Filipino", 3],
  ["Tagalog", 3],
  ["Nepali", 3],
  ["Kriol", 1],
] as const;

/** Origin, religion and language of a suburb large enough for them to be published. */
export function culture(random: Random, suburb: Suburb): Row {
  const overseas = clamp(9 + 30 * suburb.urban + (suburb.metro ? 9 : 0) + 6 * random.normal(), 1, 78);
  const englishOnly = clamp(97 - 0.95 * overseas + 4 * random.normal(), 10, 99);
  const religion = random.weighted(RELIGIONS);
  const topShare = round(clamp(36 + 7 * random.normal(), 18, 78), 1);
  const hasLanguage = random.chance(0.93);
  return {
    pct_born_overseas: round(overseas, 1),
    pct_english_only: round(englishOnly, 1),
    top_religion: random.chance(0.995) ? religion : null,
    pct_top_religion: topShare,
    pct_no_religion: religion === "No religion" ? topShare : round(topShare * random.between(0.55, 0.98), 1),
    top_language: hasLanguage ? random.weighted(LANGUAGES) : null,
    pct_top_language: hasLanguage ? round((100 - englishOnly) * random.between(0.12, 0.5), 1) : null,
  };
}

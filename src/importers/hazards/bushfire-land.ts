import { byColumns, PlainTable } from "../files/plain-table.ts";
import { kindOfSal, SpecialCodes, salCodeOf } from "../geography/sal-code.ts";
import { type Importer, tablesTo } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { sourceFacts } from "../source-licence.ts";

const BUSHFIRE_SOURCE = sourceFacts({
  id: "bushfire-prone-land",
  publisher: "360info, from the fire and planning agencies of the states",
  title: "Designated bushfire-prone land by suburb, August 2023",
  attribution: "Source: 360info; state and territory fire and planning agencies",
  url: "https://github.com/360-info/report-bushfire-prone-land",
  precedence: 40,
});

type BushfirePart = ReturnType<typeof readShares>["part"];

const COLUMNS = ["sal_code21", "area", "bf_area", "bf_area_pct"];
/** From the publisher's notes: the file has no date. */
const VINTAGE = "2023-08-31";
/** Tolerance when checking share = bf_area / area, since the states' maps are rounded. */
const TOLERANCE = 0.001;

export const BUSHFIRE_LAND: Importer<BushfirePart> = {
  id: "bushfire-land",
  title: "Bushfire-prone land by suburb",
  sources: [BUSHFIRE_SOURCE],
  recognise: byColumns(COLUMNS, 3, { confidence: 85, what: "bushfire-prone land by suburb" }, ["sal_name21"]),
  read: readShares,
  explain: () => [
    "bf_area_pct × 100 to suburb_hazard_exposure.bushfire_prone_share_pct, rounded to two decimals",
    "it must be bf_area / area; a suburb without an area has no share; states designate land by rules of their own",
  ],
  combine: tablesTo(
    BUSHFIRE_SOURCE,
    ({ shares }) => ({
      suburb_hazard_exposure: Object.entries(shares).map(([salCode, share]) => ({
        sal_code: salCode,
        bushfire_prone_share_pct: share,
        bushfire_source: BUSHFIRE_SOURCE.id,
        source_licence: BUSHFIRE_SOURCE.licence,
      })),
    }),
    { bushfire_prone_share_pct: "bf_area_pct" },
  ),
};

function readShares(file: ImportFile) {
  const table = new PlainTable(file, COLUMNS);
  const special = new SpecialCodes();
  /** Percentage of the suburb's area, by suburb code. */
  const shares: Record<string, number> = {};
  table.take("no suburb with a share", ({ text, reject }) => {
    const code = salCodeOf(text("sal_code21"));
    const [area, share] = [Number(text("area")), Number(text("bf_area_pct"))];
    if (code === undefined) return reject("suburb code", `"${text("sal_code21")}" is not a suburb code`);
    if (special.has(kindOfSal(code))) return undefined;
    if (shares[code] !== undefined) return reject("repeated code", `${code} is in an earlier row too`);
    if (!(area > 0)) return reject("no area", `area "${text("area")}"`);
    if (text("bf_area_pct") === "" || !(share >= 0 && share <= 1 + TOLERANCE))
      return reject("share", `"${text("bf_area_pct")}" is not a share from 0 to 1`);
    if (Math.abs(Number(text("bf_area")) / area - share) > TOLERANCE)
      return reject("share", `${share} is not bf_area / area`);
    shares[code] = Math.min(100, Math.round(share * 10_000) / 100);
    return code;
  });
  return table.reading({
    part: { shares },
    vintage: VINTAGE,
    list: "bushfire-prone land by suburb",
    notes: special.notes(),
  });
}

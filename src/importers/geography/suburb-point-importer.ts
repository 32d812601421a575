import { isInAustralia, isStateCode } from "../../dataset/states.ts";
import { byColumns, PlainTable } from "../files/plain-table.ts";
import {
  type CombineContext,
  FILE_ROW,
  fragmentsOf,
  type Importer,
  type ImportRow,
  type StoredPart,
} from "../importer.ts";
import { NO_SUBURBS, normalisedName, suburbNamed, withoutQualifier } from "../places/suburb-names.ts";
import type { ImportFile } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { sourceFacts } from "../source-licence.ts";

const SUBURB_POINT_SOURCE = sourceFacts({
  id: "australian-suburbs-2016",
  publisher: "australian-suburbs, from the ABS 2016 Census",
  title: "Suburbs of the 2016 Census with point, council and postcode",
  licence: "MIT, CC-BY-4.0",
  licenceClass: "open",
  attribution: "Source: Australian Bureau of Statistics; compiled by the australian-suburbs project",
  url: "https://github.com/michalsn/australian-suburbs",
  precedence: 20,
});

type SuburbPointPart = ReturnType<typeof readPoints>["part"];

const COLUMNS = ["ssc_code", "suburb", "postcode", "state", "local_goverment_area", "lat", "lng"];
const VINTAGE = "2020-10-08";

export const SUBURB_POINT_IMPORTER: Importer<SuburbPointPart> = {
  id: "suburb-points-2016",
  title: "Suburb list of 2016 with points, councils and postcodes",
  sources: [SUBURB_POINT_SOURCE],
  recognise: byColumns(COLUMNS, 5, { confidence: 90, what: "suburb list of 2016 with points" }, ["ssc_code"]),
  read: readPoints,
  explain: () => [
    "rows are matched to 2021 suburbs by state and name, without the qualifier in brackets; the 2016 codes look like",
    "2021 codes and mean other places, so they are not used; names that several suburbs share are reported and left out",
    "suburb_demographics.centroid_lat, centroid_lon (where no boundary gives them) and postcode",
    "suburb_lga: the council of that name in the same state, without a share: the list names one council a suburb",
  ],
  combine: combinePoints,
};

function readPoints(file: ImportFile) {
  const table = new PlainTable(file, COLUMNS);
  const points = table.take("no usable row", ({ row, text: cell, reject }) => {
    const [state, lat, lon] = [cell("state").toUpperCase(), Number(cell("lat")), Number(cell("lng"))];
    if (!isStateCode(state)) return reject("no state", `"${cell("suburb")}" lies in "${cell("state_name")}"`);
    if (!isInAustralia(lon, lat))
      return reject("coordinates", `latitude "${cell("lat")}", longitude "${cell("lng")}"`);
    // The list has lost the leading zero of Northern Territory postcodes.
    const postcode = cell("postcode").padStart(4, "0");
    const [name, council] = [cell("suburb"), cell("local_goverment_area")];
    return { row, state, name, postcode, council, lat, lon };
  });
  return table.reading({ part: { points }, vintage: VINTAGE, list: "suburbs of 2016" });
}

function combinePoints(parts: readonly StoredPart<SuburbPointPart>[], context: CombineContext) {
  if (context.suburbs.suburbs.length === 0) return { fragments: [], notes: [NO_SUBURBS] };
  const tally = new RejectTally();
  const fragments = parts.flatMap((stored) => {
    const suburbs = new Map<string, ImportRow>();
    const councils: ImportRow[] = [];
    for (const point of stored.part.points) {
      const { row, state, name, postcode, council, lat, lon } = point;
      const salCode = suburbNamed(context.suburbs, point, tally);
      if (salCode === undefined) continue;
      if (suburbs.has(salCode)) {
        tally.reject("repeated suburb", row, `"${name}" in ${state} is in an earlier row too`);
      } else {
        suburbs.set(salCode, {
          sal_code: salCode,
          centroid_lat: lat,
          centroid_lon: lon,
          postcode: /^[0-9]{4}$/.test(postcode) ? postcode : undefined,
          [FILE_ROW]: row,
        });
        const lgaCode = context.councils.get(`${state} ${normalisedName(withoutQualifier(council))}`);
        if (lgaCode !== undefined) councils.push({ sal_code: salCode, lga_code: lgaCode });
        else if (council !== "") tally.reject("unknown council", row, `no council "${council}" in ${state}`);
      }
    }
    const tables = { suburb_demographics: [...suburbs.values()], suburb_lga: councils };
    return fragmentsOf(SUBURB_POINT_SOURCE, stored, tables, {
      centroid_lat: "lat",
      centroid_lon: "lng",
      postcode: "postcode",
      lga_code: "local_goverment_area",
    });
  });
  return { fragments, rejects: tally.rules() };
}

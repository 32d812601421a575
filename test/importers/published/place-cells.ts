import { plainName, plainRecords, plainTableOf, plainText } from "../../support/plain/plain-csv.ts";
import { columnName, plainSheet } from "../../support/plain/plain-workbook.ts";
import { type Draws, drawsOf, type Published, plainSuburbs, slugOf } from "./drawn-cells.ts";

/** Names, places, postcodes, schools and bushfire-prone land of suburbs. */
export function placeCells(published: Published): Draws[] {
  const { rows, draw, path } = published;
  const suburbs = rows("suburb_demographics", "sal_code");
  const amenities = rows("suburb_amenities", "sal_code");
  const names = plainTableOf(path("geography/SAL_2021_AUST.csv.gz"));
  const points = plainTableOf(path("geography/suburbs_ssc2016.csv.gz")).filter(
    ({ state }) => state === "NSW",
  );
  const pointsOf = Map.groupBy(points, ({ suburb }) => plainName(suburb));
  const victoria = plainSuburbs(published, "VIC");
  const nsw = plainSuburbs(published, "NSW");
  const schools = plainTableOf(path("housing-more/vic-school-locations-2021.csv.gz"));
  const schoolsOf = Map.groupBy(schools, ({ Address_Town }) => plainName(Address_Town));
  const land = plainTableOf(path("housing-more/bushfire-prone-land-by-sal.csv.gz"));
  const hazards = rows("suburb_hazard_exposure", "sal_code");
  const links = plainSheet(path("geography/CG_POSTCODE_2017_SSC_2016.xlsx"), "Table 3");
  const linkRows = [...links.keys()].flatMap((ref) => (/^A\d+$/.test(ref) ? [Number(ref.slice(1))] : []));
  const linksOf = Map.groupBy(linkRows, (row) => String(links.get(`C${row}`)));
  return [
    drawsOf("abs-area-list", "names of suburbs", 40, () => {
      const { SAL_CODE_2021: code, SAL_NAME_2021: name } = draw(names);
      return suburbs.has(code) ? [code, name, suburbs.get(code)!.sal_name] : undefined;
    }),
    drawsOf("suburb-points-2016", "points of NSW suburbs, of which no boundary is there", 40, () => {
      const { suburb, lat } = draw(points);
      const code = nsw.get(plainName(suburb));
      const isAlone = pointsOf.get(plainName(suburb))!.length === 1;
      return code === undefined || !isAlone
        ? undefined
        : [`${suburb} latitude`, Number(lat), suburbs.get(code)!.centroid_lat];
    }),
    drawsOf("abs-postcodes", "suburbs of NSW within one postcode", 30, () => {
      const row = draw(linkRows);
      const [postcode, ssc, name] = ["A", "C", "D"].map((column) => String(links.get(`${column}${row}`)));
      const code = nsw.get(plainName(name.replace(/ \(.*$/, "")));
      if (code === undefined || !ssc.startsWith("1")) return undefined;
      return linksOf.get(ssc)!.length === 1 ? [name, postcode, suburbs.get(code)!.postcode] : undefined;
    }),
    drawsOf("schools", "open schools of Victoria, counted by town", 30, () => {
      const town = plainName(draw(schools).Address_Town);
      const code = victoria.get(town);
      if (code === undefined) return undefined;
      const open = schoolsOf.get(town)!.filter(({ School_Status }) => School_Status === "O").length;
      return [town, open, amenities.get(code)?.schools_total];
    }),
    drawsOf("bushfire-land", "share of bushfire-prone land", 40, () => {
      const { SAL_CODE21: code, bf_area_pct } = draw(land);
      const row = hazards.get(code);
      if (row === undefined) return undefined;
      return [code, Math.round(Number(bf_area_pct) * 10_000) / 100, row.bushfire_prone_share_pct];
    }),
  ];
}

export function priceCells({ rows, draw, path }: Published): Draws[] {
  const prices = rows("house_prices", "region_code", "measure", "dwelling_type", "period", "source");
  const vic = plainSheet(path("property-sales/vpsr-houses-by-suburb-2013-2023.xlsx"), "Table 1");
  const years = "property-sales/nsw-suburb-year/property.residential.nsw.suburb.2021.csv.gz";
  const yearly = plainRecords(plainText(path(years))).slice(1);
  const rents = plainSheet(path("rents-sa/private_rental_report_2023-06.xlsx"), "Suburb");
  const total = [...rents].find(([, value]) => value === "Total Median")![0].replace(/\d+/, "");
  const numbers = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);
  return [
    drawsOf("vic-suburb-medians", "house medians by year", 60, () => {
      const [row, at] = [draw(numbers(2, 787)), draw(numbers(1, 11))];
      const [name, value] = [String(vic.get(`A${row}`)), vic.get(`${columnName(at)}${row}`)];
      const key = `SUBURB:VIC-${slugOf(name)} median_price house ${2012 + at}-12-31 vic-vpsr`;
      return typeof value !== "number" || !prices.has(key)
        ? undefined
        : [`${name} ${2012 + at}`, value, prices.get(key)!.value];
    }),
    drawsOf("nsw-suburb-years", "medians of 2021", 60, () => {
      const [name, , , median] = draw(yearly);
      const key = `SUBURB:NSW-${slugOf(name)} median_price all 2021-12-31 nsw-suburb-years`;
      return prices.has(key) ? [name, Number(median), prices.get(key)!.value] : undefined;
    }),
    drawsOf("sa-rents", "rents of June 2023", 60, () => {
      const row = draw(numbers(16, 650));
      const [name, value] = [String(rents.get(`A${row}`) ?? ""), rents.get(`${total}${row}`)];
      const key = `SUBURB:SA-${slugOf(name)} median_rent all 2023-06-30 sa-rents`;
      return typeof value !== "number" || !prices.has(key)
        ? undefined
        : [name, value, prices.get(key)!.value];
    }),
  ];
}

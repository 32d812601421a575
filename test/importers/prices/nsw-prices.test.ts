import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SuburbNames } from "../../../src/importers/places/suburb-names.ts";
import { NSW_SALES } from "../../../src/importers/prices/nsw-sales.ts";
import { NSW_SUBURB_YEARS } from "../../../src/importers/prices/nsw-suburb-years.ts";
import { medianOf, quarterlyMedians } from "../../../src/importers/prices/sale-medians.ts";
import { importAll, rejectedRows, rowsOf, textFile } from "../../support/data/import-files.ts";
import { price, SUBURBS, suburb } from "../few-suburbs.ts";

describe("regions of suburbs", () => {
  const code = (...asked: Parameters<typeof SUBURBS.find>) => {
    const found = SUBURBS.find(...asked);
    return found.map((one) => `${SUBURBS.regionCode(one)} ${one.salCode}`).join(" or ");
  };

  it("links names in capitals, with short forms and without apostrophes", () => {
    expect(code("VIC", "RICHMOND")).toBe("SUBURB:VIC-RICHMOND 20100");
    expect(code("NSW", "MT BETA")).toBe("SUBURB:NSW-MOUNT-BETA 10200");
    expect(code("SA", "O Halloran Hill")).toBe("SUBURB:SA-OHALLORAN-HILL 40100");
    expect(code("NSW", "RICHMOND")).toBe("");
  });

  it("tells twins apart by qualifier, also a cut one, and by hint, else calls them several", () => {
    expect(code("VIC", "HILLSIDE (MELTON)")).toBe("SUBURB:VIC-HILLSIDE-MELTON-VIC 20200");
    expect(code("VIC", "HILLSIDE (EAST")).toBe("SUBURB:VIC-HILLSIDE-EAST-GIPPSLAND-VIC 20300");
    expect(code("VIC", "Hillside", ["Brimbank", "Melton City Council"])).toBe(
      "SUBURB:VIC-HILLSIDE-MELTON-VIC 20200",
    );
    expect(code("VIC", "Hillside", ["Brimbank"])).toBe(
      "SUBURB:VIC-HILLSIDE-MELTON-VIC 20200 or SUBURB:VIC-HILLSIDE-EAST-GIPPSLAND-VIC 20300",
    );
  });

  it("looks at a name of brackets once", () => {
    expect(code("VIC", `${"(".repeat(2_000_000)})`)).toBe("");
  });
});

describe("quarterlyMedians", () => {
  it("takes more sales of a quarter than a function takes arguments", () => {
    const sale = { name: "A", dwellingType: "house" as const, date: "2020-01-01", price: 7 };
    const sales = Array.from({ length: 200_000 }, (_, i) => ({ ...sale, row: 200_001 - i }));
    expect(quarterlyMedians(sales, "2020-06-30").figures).toMatchObject([
      { measure: "median_price", value: 7, row: 2 },
      { measure: "transfer_count", value: 200_000, row: 2 },
    ]);
  });

  it("agrees with sorting each quarter's prices, and needs five sales", () => {
    const sale = fc.record({
      name: fc.constantFrom("A", "B"),
      dwellingType: fc.constantFrom("house" as const, "unit" as const),
      date: fc.constantFrom("2020-01-01", "2020-03-31", "2020-04-01", "2020-12-31"),
      price: fc.integer({ min: 1, max: 100 }),
      row: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(sale, { maxLength: 60 }), (sales) => {
        const { figures, thin } = quarterlyMedians(sales, "2020-06-30");
        const quarter = (date: string) => Math.floor((Number(date.slice(5, 7)) - 1) / 3);
        const groups = Map.groupBy(sales, (one) => `${one.name} ${one.dwellingType} ${quarter(one.date)}`);
        const full = [...groups.values()].filter((group) => group.length >= 5);
        expect(thin).toBe(groups.size - full.length);
        expect(figures).toHaveLength(2 * full.length);
        for (const group of full) {
          const sorted = group.map((one) => one.price).sort((a, b) => a - b);
          const median =
            (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
          const found = figures.filter(
            (figure) =>
              figure.name === group[0].name &&
              figure.dwellingType === group[0].dwellingType &&
              quarter(figure.lastDay) === quarter(group[0].date),
          );
          expect(found.map(({ value }) => value)).toEqual([median, group.length]);
          expect(found[0].isPreliminary ?? false).toBe(quarter(group[0].date) === 3);
        }
      }),
    );
    expect(medianOf([3, 1, 2])).toBe(2);
  });
});

const SALE = {
  unit: "",
  locality: "ALPHA",
  postcode: "2000",
  date: "20251113",
  price: "1000000",
  nature: "R",
  strata: "",
  share: "",
  dealing: "",
};
const record = (property: string, fields: Partial<typeof SALE> = {}) => {
  const { unit, locality, postcode, date, price, nature, strata, share, dealing } = { ...SALE, ...fields };
  return (
    `B;001;${property};1;20260119 01:06;;${unit};1;A ST;${locality};${postcode};500;M;${date};20260115;` +
    `${price};R2;${nature};RESIDENCE;${strata};;;${share};${dealing || `D${property}`};`
  );
};
const district = (records: string[], made = "20260119 01:06", count = records.length) =>
  [`A;RTSALEDATA;001;${made};VALNET;`, ...records, `Z;${count + 2};${count};0;0;`, ""].join("\n");

describe("NSW_SALES", () => {
  const houses = ["900000", "1000000", "1100000", "1200000"].map((amount, i) =>
    record(`${i}`, { price: amount }),
  );

  it("gives the median of house sales by suburb and quarter from five sales on, once for each sale", () => {
    const first = textFile("001.DAT", district([...houses, record("9", { locality: "MT BETA" })]));
    const later = [record("0", { price: "950000" }), record("5", { price: "1300000", date: "20251231" })];
    const second = textFile("001b.DAT", district(later, "20260126 01:06"));
    const combined = importAll(NSW_SALES, [first, second], SUBURBS);
    expect(rowsOf(combined, "house_prices").map(price)).toEqual([
      ["SUBURB:NSW-ALPHA", "median_price", "house", "2025-12-31", 1_100_000],
      ["SUBURB:NSW-ALPHA", "transfer_count", "house", "2025-12-31", 5],
    ]);
    expect(rowsOf(combined, "house_price_regions")).toEqual([
      {
        region_code: "SUBURB:NSW-ALPHA",
        region_type: "suburb",
        region_name: "Alpha",
        state_code: "NSW",
        sal_code: "10100",
      },
    ]);
    expect(combined.notes).toEqual(["6 sales; 1 suburb quarters with fewer than 5 sales are left out"]);
  });

  it("leaves out what is not a market sale of one home, each with its row and reason", () => {
    const records = [
      record("1", { nature: "3" }),
      record("2", { share: "50" }),
      record("3", { price: "3549" }),
      record("4", { date: "20261002" }),
      record("5", { date: "20251399" }),
      record("6", { unit: "2" }),
      record("7", { strata: "12" }),
      record("8", { nature: "V" }),
      "B;001;short;",
    ];
    const { part, report } = NSW_SALES.read(textFile("x.DAT", district(records)));
    const sold = part.sales.map(({ property, dwellingType }) => `${property} ${dwellingType}`);
    expect(sold).toEqual(["6 unit", "7 unit", "8 land"]);
    expect(rejectedRows(report)).toBe(
      "contract after the file 5; no contract date 6; not residential 2; part interest 3; token price 4; wrong number of fields 10",
    );
    const shared = ["1", "2"].map((property) => record(property, { dealing: "X" }));
    const joint = importAll(NSW_SALES, [textFile("y.DAT", district(shared))], SUBURBS);
    expect(joint.rejects).toMatchObject([{ rule: "several properties in one sale", count: 2 }]);
  });

  it("tells suburbs of one name apart by the sale's postcode, and counts the sales that fit none", () => {
    const twins = new SuburbNames([
      suburb("10300", "Kingswood (Penrith - NSW)", "NSW"),
      suburb("10400", "Kingswood (Tamworth - NSW)", "NSW"),
    ]);
    const postcodes: Readonly<Record<string, string>> = { "10300": "2747", "10400": "2340" };
    const sales = ["2747", "2340", "2999"].flatMap((postcode, twin) =>
      [0, 1, 2, 3, 4].map((i) =>
        record(`${twin}${i}`, { locality: "KINGSWOOD", postcode, price: `${(twin + 5) * 100_000}` }),
      ),
    );
    const file = textFile("x.DAT", district(sales));
    const combined = importAll(NSW_SALES, [file], twins, (code) => ({ postcode: postcodes[code] }));
    expect(rowsOf(combined, "house_prices").map(price)).toEqual([
      ["SUBURB:NSW-KINGSWOOD-PENRITH-NSW", "median_price", "house", "2025-12-31", 500_000],
      ["SUBURB:NSW-KINGSWOOD-PENRITH-NSW", "transfer_count", "house", "2025-12-31", 5],
      ["SUBURB:NSW-KINGSWOOD-TAMWORTH-NSW", "median_price", "house", "2025-12-31", 600_000],
      ["SUBURB:NSW-KINGSWOOD-TAMWORTH-NSW", "transfer_count", "house", "2025-12-31", 5],
    ]);
    expect(combined.rejects).toMatchObject([
      { rule: "ambiguous suburb", count: 5, examples: [{ row: 12 }, {}, {}, {}, {}] },
    ]);
    expect(combined.rejects[0].examples[0].reason).toBe(
      '"KINGSWOOD" 2999 may be Kingswood (Penrith - NSW) 2747 or Kingswood (Tamworth - NSW) 2340',
    );
    expect(importAll(NSW_SALES, [file], twins).rejects).toMatchObject([
      { rule: "ambiguous suburb", count: 15 },
    ]);
  });

  it("knows the archive before 2001 and refuses it with the reason", () => {
    const old = textFile(
      "ARCHIVE_SALES_1995.DAT",
      "A;ARCHIVE;19950101;\nB;001;;1234;555;;10;A ST;ALPHA;2000;13/11/1995;100000;LOT 1;500;M;;AA;A;\nZ;3;1;\n",
    );
    expect(NSW_SALES.recognise(old)?.what).toBe("NSW property sales of the archive before 2001");
    expect(() => NSW_SALES.read(old)).toThrow(
      /ARCHIVE_SALES_1995\.DAT: sales before 2001, .* import the files of 2001/,
    );
    expect(NSW_SALES.recognise(textFile("x.DAT", "A;B;C\n"))).toBeUndefined();
  });

  it("refuses a cut or altered district file", () => {
    const text = district(houses);
    const read = (name: string, content: string) => () => NSW_SALES.read(textFile(name, content));
    expect(read("cut.DAT", text.slice(0, text.indexOf("Z;")))).toThrow(/cut\.DAT: cut short: no Z record/);
    const few = district(houses, "20260119 01:06", 7);
    expect(read("few.DAT", few)).toThrow(/states 7, 0, 0 .* found 4, 0, 0/);
    expect(read("day.DAT", district(houses, "soon"))).toThrow(/row 1 has no date/);
    expect(NSW_SALES.recognise(textFile("x.DAT", "A;SOMETHING;1"))).toBeUndefined();
  });
});

describe("NSW_SUBURB_YEARS", () => {
  const csv =
    "suburb,0p,25p,50p,75p,100p,count\nALPHA,0,1,450000.5,3,4,12\nNOWHERE,0,1,2,3,4,9\nMT BETA,0,1,2,3,4,4\n";

  it("gives the median of all dwellings by year end and reports thin and unknown suburbs", () => {
    const file = textFile("property.residential.nsw.suburb.2023.csv", csv);
    const combined = importAll(NSW_SUBURB_YEARS, [file], SUBURBS);
    expect(rowsOf(combined, "house_prices").map(price)).toEqual([
      ["SUBURB:NSW-ALPHA", "median_price", "all", "2023-12-31", 450_000.5],
      ["SUBURB:NSW-ALPHA", "transfer_count", "all", "2023-12-31", 12],
    ]);
    expect(combined.rejects).toMatchObject([{ rule: "unknown suburb", examples: [{ row: 3 }] }]);
    expect(NSW_SUBURB_YEARS.read(file).report.rejects).toMatchObject([
      { rule: "too few sales", examples: [{ row: 4 }] },
    ]);
  });

  it("refuses files without a year, without rows, with a renamed column, and reports cut rows", () => {
    expect(() => NSW_SUBURB_YEARS.read(textFile("suburbs.csv", csv))).toThrow(/holds no year/);
    expect(() => NSW_SUBURB_YEARS.read(textFile("nsw.2023.csv", csv.split("\n")[0]))).toThrow(/no rows/);
    const renamed = textFile("nsw.2023.csv", csv.replace("50p", "median"));
    expect(NSW_SUBURB_YEARS.recognise(renamed)).toBeDefined();
    expect(() => NSW_SUBURB_YEARS.read(renamed)).toThrow(/no column "50p"/);
    const cut = NSW_SUBURB_YEARS.read(textFile("nsw.2023.csv", `${csv}GAMMA,1,2`));
    expect(rejectedRows(cut.report)).toBe("too few sales 4; wrong number of cells 5");
  });
});

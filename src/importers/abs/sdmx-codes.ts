import { lookupOf } from "../lookup.ts";

/** How the dimensions of a dataflow translate to the labels of a time-series workbook. */
export interface DataflowWords {
  readonly catalogue: string;
  /** Dimensions whose names make up the description, in order. */
  readonly parts: readonly string[];
  /** Dimensions that must have this code, such as the total over all ages. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** True when regions 1 to 8 are the capital cities rather than the states. */
  readonly citiesByDigit?: true;
  /** Names by code, for messages without labels. */
  readonly names: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const CHANGES = {
  "1": "Index Numbers",
  "2": "Percentage Change from Previous Period",
  "3": "Percentage Change from Corresponding Quarter of the Previous Year",
};

export const DATAFLOWS = lookupOf<DataflowWords>({
  RPPI: {
    catalogue: "6416.0",
    parts: ["MEASURE", "PROPERTY_TYPE"],
    names: {
      MEASURE: CHANGES,
      PROPERTY_TYPE: { "1": "Attached dwellings", "2": "Established houses", "3": "Residential property" },
    },
  },
  CPI: {
    catalogue: "6401.0",
    parts: ["MEASURE", "INDEX"],
    citiesByDigit: true,
    names: { MEASURE: CHANGES, INDEX: { "10001": "All groups CPI" } },
  },
  LF: {
    catalogue: "6202.0",
    parts: ["MEASURE", "SEX"],
    fixed: { AGE: "1599" },
    names: {
      MEASURE: {
        M3: "Employed total",
        M6: "Unemployed total",
        M12: "Participation rate",
        M13: "Unemployment rate",
      },
      SEX: { "1": "Males", "2": "Females", "3": "Persons" },
    },
  },
  WPI: {
    catalogue: "6345.0",
    parts: ["MEASURE", "INDEX", "SECTOR", "INDUSTRY"],
    names: {
      MEASURE: CHANGES,
      INDEX: { THRPEB: "Total hourly rates of pay excluding bonuses" },
      SECTOR: { "7": "Private and Public" },
      INDUSTRY: { TOT: "All industries" },
    },
  },
  RES_DWELL_ST: { catalogue: "6432.0", parts: ["MEASURE"], names: {} },
  RES_DWELL: { catalogue: "6432.0", parts: ["MEASURE"], names: {} },
  BUILDING_APPROVALS: {
    catalogue: "8731.0",
    parts: ["MEASURE", "SECTOR", "WORK_TYPE", "BUILDING_TYPE"],
    names: {},
  },
});

/** Workbook spelling of the unit by SDMX unit code. */
export const SDMX_UNITS = lookupOf<string>({
  IN: "Index Numbers",
  PCT: "Percent",
  AUD: "$",
  NUM: "Number",
  PSNS: "Number",
  DW: "Number",
});

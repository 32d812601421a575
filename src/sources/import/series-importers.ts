import { ABS_SDMX } from "./abs/abs-sdmx.ts";
import { ABS_TIME_SERIES } from "./abs/abs-time-series.ts";
import type { Importer } from "./importer.ts";
import { RBA_TABLE_IMPORTER } from "./rba/rba-importer.ts";

/** Importers of prices, series, listings and companies, in the order in which they are asked. */
export const SERIES_IMPORTERS: readonly Importer[] = [ABS_TIME_SERIES, ABS_SDMX, RBA_TABLE_IMPORTER];

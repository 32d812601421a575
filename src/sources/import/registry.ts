import type { Importer } from "./importer.ts";

/** Every importer, in the order in which they are asked when two are equally sure of a file. */
export const IMPORTERS: readonly Importer[] = [];

import { TerraceError } from "../../errors.ts";
import type { DatasetManifest } from "../dataset.ts";
import type { ImportOutcome } from "./run-import.ts";

/** The manifest of an imported dataset. Its "now" is the given day, or the newest publication in it. */
export function importedManifest(outcome: ImportOutcome, asOf?: string): DatasetManifest {
  if (outcome.sources.length === 0) {
    const refused = outcome.files.filter((file) => file.status === "refused").length;
    throw new TerraceError(
      "bad_dataset",
      `none of the ${outcome.files.length} files gave a row (${refused} refused); nothing was written`,
    );
  }
  const newest = outcome.sources
    .map((source) => source.vintage)
    .sort()
    .at(-1)!;
  return {
    formatVersion: 1,
    id: "imported",
    title: "Australia, from the publishers' files",
    asOf: `${asOf ?? newest}T00:00:00Z`,
    synthetic: false,
    sources: outcome.sources,
  };
}

import type { DatasetManifest } from "../../dataset/manifest.ts";
import { badDataset } from "../../runtime/errors.ts";
import { newestOf } from "../series/period.ts";
import type { ImportOutcome } from "./import-outcome.ts";

/** Manifest of an imported dataset. Its "now" is `asOf` or the newest vintage. */
export function importedManifest(outcome: ImportOutcome, asOf?: string): DatasetManifest {
  if (outcome.sources.length === 0) {
    throw badDataset(nothingImported(outcome));
  }
  const newest = newestOf(outcome.sources.map(({ vintage }) => vintage))!;
  return {
    formatVersion: 1,
    id: "imported",
    title: "Australia, from the publishers' files",
    asOf: `${asOf ?? newest}T00:00:00Z`,
    synthetic: false,
    sources: outcome.sources,
  };
}

/** Maximum files listed when nothing could be imported. */
const NAMED_FILES = 10;

function nothingImported({ files, unused }: Pick<ImportOutcome, "files" | "unused">): string {
  const reasons = new Map(unused.map(({ path, reason }) => [path, reason]));
  const lines = files.map((file) =>
    file.status === "refused"
      ? `  refused: ${file.reason}`
      : file.status === "unknown"
        ? `  not recognised: ${file.path}: ${file.looksLike}`
        : `  without a row: ${file.path}${reasons.has(file.path) ? `: ${reasons.get(file.path)}` : ""}`,
  );
  const more = lines.length > NAMED_FILES ? [`  and ${lines.length - NAMED_FILES} more`] : [];
  const head =
    files.length === 0
      ? "no files found; nothing was written"
      : `none of the ${files.length} files has usable rows; nothing was written`;
  return [head, ...lines.sort().reverse().slice(0, NAMED_FILES), ...more].join("\n");
}

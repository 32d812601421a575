import type { TableFile } from "../../dataset/locate-tables.ts";
import { canceled } from "../../runtime/abort.ts";
import { badDataset, isTerraceError, TerraceError } from "../../runtime/errors.ts";

const REASON_CHARACTERS = 300;

/** Lines of a DuckDB message that do not describe the problem. */
const NOISE = /^(\*|\^|Try setting|Original Line:)/;
/** First line of DuckDB's advice about its settings; it and all later lines are dropped. */
const ADVICE = /^(Possible|file =|LINE \d)/;

/**
 * Error to report for a failed read of a table's file. A damaged file is named with its problem; a full disk,
 * exhausted memory and a missing permission are told apart from damage.
 */
export function readFailure(file: TableFile, cause: unknown, signal?: AbortSignal): TerraceError {
  if (signal?.aborted) return canceled(cause, "load");
  if (isTerraceError(cause)) return cause;
  const text = cause instanceof Error ? cause.message : String(cause);
  if (/out of memory/i.test(text)) {
    const message = `out of memory while loading ${file.name}; give the build more: --memory-mb (memoryLimitMb)`;
    return new TerraceError("resource_exhausted", message, { cause });
  }
  if (/no space left|could not write|failed to (write|sync)|max_temp_directory_size/i.test(text)) {
    return new TerraceError("io_failure", `the disk is full or not writable while loading ${file.name}`, {
      cause,
    });
  }
  if (/EACCES|EPERM|EISDIR|Permission denied/.test(text)) {
    return new TerraceError("io_failure", `cannot open ${file.path}`, { cause });
  }
  if (/^(Binder|Catalog|Parser) Error/.test(text)) {
    return new TerraceError("internal", `cannot load ${file.name}`, { cause });
  }
  return badDataset(`${file.name}: cannot be read as ${file.format}: ${reason(text)}`, cause);
}

function reason(text: string): string {
  const lines = text
    .replace(/^[A-Z][A-Za-z ]* Error: /, "")
    .split("\n")
    .map((line) => line.trim());
  const end = lines.findIndex((line) => ADVICE.test(line));
  return lines
    .slice(0, end < 0 ? undefined : end)
    .filter((line) => line !== "" && !NOISE.test(line))
    .join("; ")
    .slice(0, REASON_CHARACTERS);
}

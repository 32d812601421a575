import { isTerraceError, TerraceError } from "../../runtime/errors.ts";
import { errorCode } from "../files/file-operations.ts";
import type { BuildStep } from "./build-progress.ts";

const DOING: Readonly<Record<BuildStep, string>> = {
  load: "loading the dataset after table",
  aggregate: "computing",
  pages: "writing pages of",
  columns: "writing",
  flush: "flushing",
};

/** DuckDB passes the system's words on, not its codes. */
const FULL_DISK = /no space left on device|ENOSPC|max_temp_directory_size|not enough disk space/i;

/** The error to show when a build stops: canceled, a full disk, or what went wrong at which step. */
export function buildFailure(
  cause: unknown,
  at: { readonly step: BuildStep; readonly item: string },
  options: { readonly dataDir: string; readonly signal?: AbortSignal | undefined },
): TerraceError {
  if (options.signal?.aborted) {
    return new TerraceError("canceled", "the build was canceled; nothing was published", { cause });
  }
  const doing = at.item === "" ? "starting" : `${DOING[at.step]} ${at.item}`;
  if (isFullDisk(cause)) {
    return new TerraceError(
      "io_failure",
      `the disk that holds "${options.dataDir}" is full (${doing}); free some space or name another directory; ` +
        "the build was removed and the current snapshot is untouched",
      { cause },
    );
  }
  if (isTerraceError(cause)) return cause;
  const text = cause instanceof Error ? cause.message : String(cause);
  if (/out of memory/i.test(text)) {
    return new TerraceError(
      "resource_exhausted",
      `out of memory while ${doing}; give the build more: --memory-mb (memoryLimitMb)`,
      { cause },
    );
  }
  const code = errorCode(cause) === "" ? "internal" : "io_failure";
  return new TerraceError(code, `the build failed while ${doing}: ${text}`, { cause });
}

export function isFullDisk(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    if (errorCode(e) === "ENOSPC" || FULL_DISK.test(e.message)) return true;
  }
  return false;
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { testForm } from "./test-form.ts";

/** Seconds of slow files by form; `TEST_RECORD_SECONDS=1` updates those of the files of a run. */
export const SECONDS_FILE = join(import.meta.dirname, "recorded-seconds.json");

export type RecordedSeconds = Readonly<Record<"short" | "deep", Readonly<Record<string, number>>>>;

export const recordedForm = testForm === "short" ? "short" : "deep";

export function recordedSeconds(): RecordedSeconds {
  return JSON.parse(readFileSync(SECONDS_FILE, "utf8"));
}

/** Files from this many seconds on start before all others: they are few, and would run alone at the end. */
const LONG_SECONDS = 60;

/**
 * Starts long files first, so that none runs alone at the end. The others stay grouped by project, since a
 * process takes files of one project only.
 */
// biome-ignore lint/style/noDefaultExport: the runner loads a sequencer by its default export.
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = recordedSeconds()[recordedForm];
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    const cost = ({ project, moduleId }: TestSpecification) =>
      seconds[moduleId.slice(project.config.root.length + 1)] ?? 0;
    const rank = (file: TestSpecification) =>
      cost(file) >= LONG_SECONDS ? -1 : projects.indexOf(file.project.name);
    return sorted.sort((a, b) => rank(a) - rank(b) || cost(b) - cost(a));
  }
}

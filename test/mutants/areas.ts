import { globSync } from "node:fs";

/** A part of the sources and the tests that must detect a change there: paths or patterns. */
export interface Area {
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

const sources = (folder: string, names: string) => names.split(" ").map((name) => `${folder}/${name}.ts`);
const tests = (folder: string, names: string) => names.split(" ").map((name) => `${folder}/${name}.test.ts`);

/** A pattern that begins with "!" excludes from those before it. */
export const AREAS: Readonly<Record<string, Area>> = {
  kernels: {
    // The bytes of the WebAssembly are generated.
    sources: ["src/engine/kernels/*.ts", ...sources("src/engine/kernels/wasm", "simd-support wasm-kernels")],
    tests: [
      "test/engine/kernels/*.test.ts",
      ...tests("test/engine/columns", "ranked-column"),
      ...tests("test/engine/filter", "inline-filter plan-filter"),
      ...tests("test/engine/statistics", "histograms"),
    ],
  },
  lanes: {
    sources: sources("src/engine/filter", "filter-pool filter-task filter-worker"),
    tests: [
      "test/engine/filter/*.test.ts",
      "!test/engine/filter/same-bytes.test.ts",
      "!test/engine/filter/second-opinions.test.ts",
      ...tests("test/wire", "wake-ups"),
    ],
  },
  windows: {
    sources: [
      ...sources("src/server/admission", "burst-guard open-streams"),
      ...sources("src/server/admission/limits", "burst-windows limits rate-limit-headers"),
      ...sources("src/server/admission/limits", "refusal-counters sliding-window"),
      ...sources("src/server/routes", "plain-routes"),
      ...sources("src/runtime/shared", "shared-table"),
    ],
    tests: [
      ...tests("test/server/admission", "burst-guard lessons open-streams"),
      ...tests("test/server/admission/limits", "burst-windows limit-schedules limits sliding-window"),
      ...tests("test/server/start", "counted-together"),
    ],
  },
  ledger: {
    sources: [
      ...sources("src/server/admission/limits", "quota-ledger quota-month unwritten-counts"),
      ...sources("src/server/admission/limits", "shared-months"),
      "src/server/admission/limits/stores/*.ts",
    ],
    tests: [
      ...tests("test/server/admission/limits", "limit-schedules limits quota-ledger shared-months"),
      ...tests("test/server/admission/limits", "postgres-quota-store sqlite-quota-store"),
      ...tests("test/server/admission", "lessons"),
      ...tests("test/cli", "limits"),
    ],
  },
  publishing: {
    sources: [
      ...sources("src/snapshot/store", "check-data-directory data-directory install list open publish"),
      ...sources("src/snapshot/store", "read-current staging verify watch-current"),
      ...sources("src/snapshot/files", "file-operations"),
      ...sources("src/engine", "follow-current"),
    ],
    tests: [
      "test/snapshot/store/*.test.ts",
      ...tests("test/crash", "bit-rot failing-operations"),
      ...tests("test/server", "damaged-tables late-files swap"),
    ],
  },
  leases: {
    sources: [
      ...sources("src/snapshot/store", "claims leases retain"),
      ...sources("src/snapshot/files", "heartbeat outside-world process-stamp"),
    ],
    tests: [
      ...tests("test/snapshot/store", "leases publish retain"),
      "test/snapshot/files/*.test.ts",
      ...tests("test/crash", "failing-operations other-hosts"),
    ],
  },
  callers: {
    sources: [
      "src/server/admission/callers/*.ts",
      ...sources("src/server/admission", "access-control admission owned-access route"),
      ...sources("src/server/start", "plugin-access"),
      ...sources("src/server/wire/http", "client-address refuse-call"),
    ],
    tests: [
      "test/server/admission/callers/*.test.ts",
      ...tests("test/server", "fastify-plugin"),
      ...tests("test/server/admission", "admission lessons"),
      ...tests("test/server/wire/http", "client-address"),
    ],
  },
};

export function areaFiles(root: string, name: string): Area {
  return { sources: matching(root, AREAS[name].sources), tests: matching(root, AREAS[name].tests) };
}

function matching(root: string, patterns: readonly string[]): string[] {
  const found = new Set<string>();
  for (const pattern of patterns) {
    const isLeftOut = pattern.startsWith("!");
    const files = globSync(isLeftOut ? pattern.slice(1) : pattern, { cwd: root });
    if (files.length === 0) throw new Error(`the areas name "${pattern}", and no file is called so`);
    for (const file of files) {
      if (isLeftOut) found.delete(file);
      else found.add(file);
    }
  }
  return [...found].sort();
}

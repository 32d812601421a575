import { relative } from "node:path";
import { describe, expect, it } from "vitest";
import { listFiles, openFile } from "../../../src/importers/files/find-files.ts";
import { IMPORTERS } from "../../../src/importers/registry.ts";
import { runImport } from "../../../src/importers/run/run-import.ts";
import { isDeepRun } from "../../support/run/test-form.ts";
import { REAL_DATA } from "../import-text.ts";

const AUSTRALIA = process.env.TERRACE_AUSTRALIA;
const MINUTE_MS = 60_000;

/** Reasons that leave nothing open: what is missing, who withholds it, or that nothing rests on it. */
const REASONS = [
  /^not read; it waits for (nothing: .{20,}|.{20,})/,
  /^(not read|nothing is taken from this table): no (metric is derived from|answer rests on)/,
  /no suburbs are known[:;] import the suburb list \(ASGS SAL\)/,
  /^lga: no councils are known: import the list of councils/,
  /^withheld by the licence of [a-z0-9-]+; --allow-restricted/,
  /^areas left out: .* figures are of suburbs \(SAL\) and councils \(LGA\)$/,
  /^nobody has a term: import the lists of terms/,
  /^not residential: nature "3"$/,
  /is an HTML page, not a report; download it again$/,
  /no outline of a suburb or council of a state; .* left out: \d+ other territories$/,
];
/** Files that are about the others, and need no importer. */
const NOTES = /(^|\/)(readme[^/]*|[^/]*readme\.txt|manifest\.json|creative_commons\.txt)$/i;

describe.skipIf(REAL_DATA === undefined || AUSTRALIA === undefined || !isDeepRun)(
  "a published file imported alone (TERRACE_REAL_DATA, TERRACE_AUSTRALIA)",
  () => {
    it(
      "gives rows, or says why it gives none",
      async () => {
        const counts = { used: 0, unused: 0 };
        const unclear: string[] = [];
        const reasons = new Map<string, string>();
        for (const root of [REAL_DATA!, AUSTRALIA!]) {
          for (const path of await listFiles([root])) {
            const { files, unused, tables } = await runImport({
              importers: IMPORTERS,
              files: openFile(path),
            });
            const name = (file: string) => relative(root, file);
            const hasRows = tables.some(({ rows }) => rows.length > 0);
            // An archive is used when one of its members is.
            if (hasRows) counts.used++;
            else counts.unused++;
            const silent = hasRows
              ? []
              : files.filter((file) => !unused.some((one) => one.path === file.path));
            unclear.push(
              ...silent.flatMap(({ path, status }) =>
                status === "known" ? [] : [`${name(path)}: no reason`],
              ),
            );
            for (const one of unused) {
              const said = one.reason.replaceAll(/\d[\d,]*/g, "N");
              if (!reasons.has(said)) reasons.set(said, name(one.path));
              const forms = NOTES.test(one.path) ? [/^no importer knows it: /] : REASONS;
              if (!forms.some((form) => form.test(one.reason)))
                unclear.push(`${name(one.path)}: ${one.reason}`);
            }
          }
        }
        console.log(
          [`files with rows ${counts.used}, without ${counts.unused}; their reasons:`]
            .concat(Array.from(reasons, ([reason, file]) => `  ${reason} (${file})`))
            .join("\n"),
        );
        expect(unclear).toEqual([]);
        expect(counts.unused).toBeGreaterThan(100);
        expect(counts.used).toBeGreaterThan(100);
      },
      30 * MINUTE_MS,
    );
  },
);

import { relative, resolve } from "node:path";
import { beforeEach } from "vitest";
import { isLeftToDeep, TESTS_LEFT_TO_DEEP } from "./left-to-deep.ts";
import { hasFormsOfItsOwn } from "./projects.ts";
import { isDeepRun } from "./test-form.ts";

const TESTS = resolve(import.meta.dirname, "../..");

/** True in a run after `npm test`: skips what that ran in the same form. */
const isRest = process.env.TEST_REST === "1";

beforeEach(({ task, skip }) => {
  const file = relative(TESTS, task.file.filepath).replaceAll("\\", "/");
  const isLeft = isLeftToDeep(file, task.name);
  if (!isDeepRun) skip(isLeft, "in the deep form");
  else if (isRest && file in TESTS_LEFT_TO_DEEP && !hasFormsOfItsOwn(`test/${file}`))
    skip(!isLeft, "run by npm test");
});

/**
 * How much a run tests of each promise. `npm test` runs the short forms, `npm run test:deep` the deep ones
 * (minutes), and `npm run test:long` the long ones (hours). A test file that imports this module has more
 * than one form.
 */
export type TestForm = "short" | "deep" | "long";

const FORMS: readonly TestForm[] = ["short", "deep", "long"];

/** TERRACE_TEST_FORM, by default short. */
export const testForm = formFrom(process.env.TERRACE_TEST_FORM ?? "short");

export const isLongRun = testForm === "long";

/** False only in `npm test`. */
export const isDeepRun = testForm !== "short";

export function inForm<T>(values: Readonly<Record<TestForm, T>>): T {
  return values[testForm];
}

/** Folder of publishers' files; undefined in the short form, which leaves them to the deep one. */
export function publishersFiles(): string | undefined {
  return isDeepRun ? process.env.TERRACE_REAL_DATA : undefined;
}

/** The whole list; in the short form `count` elements, evenly spread. */
export function someOf<T>(all: readonly T[], count: number): readonly T[] {
  if (isDeepRun || count >= all.length) return all;
  return Array.from({ length: count }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / count)]);
}

function formFrom(text: string): TestForm {
  const form = FORMS.find((known) => known === text);
  if (form === undefined) throw new Error(`TERRACE_TEST_FORM is "${text}"; allowed are ${FORMS.join(", ")}`);
  return form;
}

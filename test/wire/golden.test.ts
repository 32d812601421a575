import { beforeAll, describe, expect, it } from "vitest";
import { productServices } from "../../src/domains/public-methods.ts";
import { opened } from "../support/run/fixtures.ts";
import { goldenCases, goldenMethods, readGolden } from "../support/wire/golden-cases.ts";
import { goldenFile, goldenText } from "../support/wire/golden-form.ts";
import { startGoldenServer } from "../support/wire/golden-server.ts";

const server = opened(() => startGoldenServer());

describe.each(goldenMethods())("%s", (method) => {
  const cases = goldenCases(method);
  const written = readGolden(method);
  let bodies: Awaited<ReturnType<typeof server.askAll>>;
  let answered: ReturnType<typeof goldenFile>;
  beforeAll(async () => {
    bodies = await server.askAll(method);
    answered = goldenFile(cases, bodies);
  });

  it.each([...cases])("%s", (name, { why }) => {
    expect(why.length).toBeGreaterThan(10);
    const hint = `npm run goldens -- --show ${method}/${name} has the first difference of the whole answers`;
    expect(answered.answers[name], hint).toEqual(written.answers[name]);
    expect(answered.errors[name], hint).toEqual(written.errors[name]);
  });

  it("refuses arguments before it asks DuckDB anything", () => {
    for (const [name, { error }] of Object.entries(written.errors))
      if ((error as { code: string }).code === "invalid_argument")
        expect(bodies.get(name)!.queries, name).toBe(0);
  });
});

describe("the golden files", () => {
  it("hold every method, an answer of each, and no case twice", () => {
    const methods = productServices.flatMap(({ typeName, methods }) =>
      methods.map((method) => `${typeName}.${method.name}`),
    );
    expect(goldenMethods()).toEqual(methods.sort());
    for (const method of methods) {
      const { answers, errors } = readGolden(method);
      expect(Object.keys(answers).length, method).toBeGreaterThan(0);
      expect(goldenCases(method).size, method).toBe(Object.keys(answers).length + Object.keys(errors).length);
    }
  });

  it("are as strong as whole answers: a byte that is not written changes the file", () => {
    const cases = new Map([["long", { why: "a list that is abridged", request: {} }]]);
    const list = Array.from({ length: 50 }, (_, i) => ({
      name: `n${i}`,
      inner: [i, i + 1, i + 2],
      note: "",
    }));
    list[7].note = "x".repeat(300);
    const whole = JSON.stringify({ list, total: 50 });
    const fileOf = (text: string, status = 200) =>
      goldenText(goldenFile(cases, new Map([["long", { status, text }]])));
    for (const status of [200, 400]) {
      const expected = fileOf(whole, status);
      for (let i = 0; i < whole.length; i++) {
        const digit = whole[i];
        if (!/[0-9a-z]/.test(digit)) continue;
        const changed = `${whole.slice(0, i)}${digit === "1" ? "2" : "1"}${whole.slice(i + 1)}`;
        expect(isJson(changed) && fileOf(changed, status) === expected, `byte ${i}`).toBe(false);
      }
      expect(fileOf(`${whole} `, status)).not.toBe(expected);
    }
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

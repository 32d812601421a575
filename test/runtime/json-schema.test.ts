import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  flag,
  issueText,
  type JsonIssue,
  list,
  map,
  nullable,
  object,
  oneOf,
  optional,
  parseJson,
  readJson,
  refined,
  type Schema,
  text,
  wholeNumber,
} from "../../src/runtime/json-schema.ts";

const order = object({
  id: text(/^[a-z]+$/, "small letters"),
  size: oneOf(["small", "large"]),
  lines: list(object({ count: wholeNumber(9), note: optional(text()) })),
  stock: map(nullable(wholeNumber())),
  paid: optional(flag),
});

const ORDER = { id: "a", size: "small", lines: [{ count: 1 }], stock: { x: null, y: 2 } };

const read = <T>(schema: Schema<T>, value: unknown): T =>
  readJson(schema, value, (issue) => new RangeError(issueText(issue, "the order")));

function issueOf(schema: Schema<unknown>, value: unknown): JsonIssue | undefined {
  let found: JsonIssue | undefined;
  try {
    readJson(schema, value, (issue) => {
      found = issue;
      return new Error();
    });
  } catch {}
  return found;
}

describe("readJson", () => {
  it("gives back a value of the wanted form, without the members that it lacks", () => {
    expect(read(order, ORDER)).toStrictEqual(ORDER);
    expect(Object.keys(read(order, { ...ORDER, paid: undefined }))).not.toContain("paid");
  });

  it.each([
    [{ ...ORDER, id: "A" }, 'id is "A"; expected small letters'],
    [{ ...ORDER, id: undefined }, "id is missing; expected small letters"],
    [{ ...ORDER, size: "huge" }, 'size is "huge"; expected one of small, large'],
    [{ ...ORDER, lines: {} }, "lines is {}; expected a list"],
    [{ ...ORDER, lines: [{ count: 1 }, { count: 10 }] }, "lines[1].count is 10; expected a whole number"],
    [{ ...ORDER, lines: [{ count: 1, note: 2 }] }, "lines[0].note is 2; expected text"],
    [
      { ...ORDER, lines: [{ count: 1, nota: "" }] },
      'lines[0].nota is ""; expected one of the keys count, note',
    ],
    [{ ...ORDER, stock: { z: -1 } }, "stock.z is -1; expected a whole number of at least 0"],
    [{ ...ORDER, paid: null }, "paid is null; expected true or false"],
    [null, "the order is null; expected an object"],
    [[ORDER], "the order is [{"],
  ])("names the place, the value and what is allowed: case %#", (value, message) => {
    expect(() => read(order, value)).toThrow(message);
    expect(() => read(order, value)).toThrow(RangeError);
  });

  it("shortens long values", () => {
    const { message } = catching(() => read(order, { ...ORDER, id: "X".repeat(500) }));
    expect(message.length).toBeLessThan(120);
  });

  it("takes nothing from an object's prototype and writes nothing to one", () => {
    const inherited = Object.create(ORDER);
    expect(() => read(order, inherited)).toThrow("id is missing");
    const hostile = JSON.parse('{"__proto__": 1}');
    expect(issueOf(order, hostile)).toMatchObject({ path: ["__proto__"], value: 1 });
    expect(Object.getPrototypeOf(read(map(wholeNumber()), hostile))).toBe(Object.prototype);
  });

  it("points at the value that was put in place of a good one, wherever that is", () => {
    fc.assert(
      fc.property(fc.nat(5), fc.nat(5), (at, more) => {
        const lines = Array.from({ length: at + more + 1 }, () => ({ count: 3 }));
        const broken = lines.map((line, i) => (i === at ? { count: "3" } : line));
        const issue = issueOf(order, { ...ORDER, lines: broken });
        expect(issue).toMatchObject({ path: ["lines", at, "count"], value: "3" });
        expect(issueOf(order, { ...ORDER, lines })).toBeUndefined();
      }),
    );
  });

  it("lets an error pass that is not a mismatch", () => {
    const fail = () => {
      throw new TypeError("a fault of ours");
    };
    const failing = refined(text(), fail, "anything");
    expect(() => read(failing, "")).toThrow(TypeError);
  });
});

describe("parseJson", () => {
  it("says which text is not JSON", () => {
    expect(parseJson("[1]", "x.json", "bad_config")).toEqual([1]);
    const error = catching(() => parseJson("{", "x.json", "bad_config"));
    expect(error).toMatchObject({
      code: "bad_config",
      message: expect.stringMatching(/^x\.json is not JSON: /),
    });
  });
});

function catching(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing was thrown");
}

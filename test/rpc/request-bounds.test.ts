import { create, type DescMessage, fromJson, ScalarType, toBinary, toJsonString } from "@bufbuild/protobuf";
import { nestedTypes } from "@bufbuild/protobuf/reflect";
import { describe, expect, inject, it } from "vitest";
import { productServices } from "../../src/domains/public-methods.ts";
import { HousingService } from "../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { enginePartsOf, openEngine } from "../../src/library/open-engine.ts";
import {
  checkRequestBounds,
  DEFAULT_REQUEST_BYTES,
  fieldBounds,
  requestByteLimit,
} from "../../src/rpc/request-bounds.ts";
import { ownCall } from "../../src/rpc/unary-method.ts";
import { type SizedField, sizedFields } from "../support/wire/request-fields.ts";

const inputs = productServices.flatMap((service) => service.methods.map((method) => method.input));
const fields = inputs.flatMap((input) => sizedFields(input).map((sized) => ({ input, ...sized })));
const isList = ({ field }: Pick<SizedField, "field">) => field.fieldKind === "list";

/** A JSON value for one entry or string: with this many characters, or the smallest of its type. */
function sampleOf({ field }: SizedField, characters: number): unknown {
  if (field.message !== undefined) return {};
  return field.scalar === ScalarType.STRING ? "x".repeat(characters) : 1;
}

function problem(input: DescMessage, json: Record<string, unknown>): string | undefined {
  try {
    checkRequestBounds(input, fromJson(input, json as never));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

describe("the bounds of proto fields", () => {
  it("are there for every text and every list of every request", () => {
    expect(fields.length).toBeGreaterThan(60);
    const unbounded = fields.filter((sized) => {
      const bounds = fieldBounds(sized.field);
      const needsEntries = isList(sized);
      const needsCharacters = typeof sampleOf(sized, 1) === "string";
      return (
        (needsEntries && bounds.entries === undefined) || (needsCharacters && bounds.characters === undefined)
      );
    });
    expect(unbounded.map(({ input, path }) => `${input.typeName}: ${path}`)).toEqual([]);
  });

  it("are on no field that no request needs, nor on one of another kind", () => {
    const needed = new Set(fields.map(({ field }) => field));
    const all = [...new Set(productServices.map(({ file }) => file))].flatMap((file) => [
      ...nestedTypes(file),
    ]);
    const messages = all.filter((type) => type.kind === "message");
    const bounded = messages
      .flatMap((message) => message.fields)
      .filter((field) => {
        const { characters, entries } = fieldBounds(field);
        const isText = field.scalar === ScalarType.STRING;
        const isOfKind = (characters === undefined || isText) && (entries === undefined || isList({ field }));
        return characters !== undefined || entries !== undefined ? !needed.has(field) || !isOfKind : false;
      });
    expect(bounded.map(String)).toEqual([]);
    const larger = messages.filter((message) => requestByteLimit(message) !== DEFAULT_REQUEST_BYTES);
    expect(larger.filter((message) => !inputs.includes(message))).toEqual([]);
    expect(larger.length).toBeGreaterThan(0);
  });

  it("are on no map: nothing bounds one", () => {
    expect(fields.filter(({ field }) => field.fieldKind === "map")).toEqual([]);
  });

  it("let every list of texts at its bounds into the bytes of its request, in both forms", () => {
    const tooSmall = fields.filter((sized) => {
      const { entries = 0, characters = 0 } = fieldBounds(sized.field);
      if (!isList(sized) || sized.path.includes(".")) return false;
      // A realistic entry: half of its maximum.
      const json = sized.request(Array(entries).fill(sampleOf(sized, characters / 2)));
      const message = fromJson(sized.input, json as never);
      const bytes = Math.max(
        toBinary(sized.input, message).byteLength,
        toJsonString(sized.input, message).length,
      );
      return bytes > requestByteLimit(sized.input);
    });
    expect(tooSmall.map(({ input, path }) => `${input.typeName}: ${path}`)).toEqual([]);
  });
});

describe("checkRequestBounds", () => {
  it("accepts every field at its bound and refuses it beyond, by its path", () => {
    for (const sized of fields) {
      const { entries = 0, characters = 0 } = fieldBounds(sized.field);
      if (isList(sized)) {
        const list = (count: number) => sized.request(Array(count).fill(sampleOf(sized, 1)));
        expect(problem(sized.input, list(entries)), sized.path).toBeUndefined();
        expect(problem(sized.input, list(entries + 1))).toBe(
          `${sized.path}: ${entries + 1} entries are too many; at most ${entries}`,
        );
      }
      if (typeof sampleOf(sized, 1) !== "string") continue;
      const text = (length: number) => {
        const value = sampleOf(sized, length);
        return sized.request(isList(sized) ? [value] : value);
      };
      expect(problem(sized.input, text(characters)), sized.path).toBeUndefined();
      expect(problem(sized.input, text(characters + 1))).toBe(
        `${sized.path}${isList(sized) ? "[0]" : ""}: "${"x".repeat(60)}…" has ${characters + 1} characters; at most ${characters} are allowed`,
      );
    }
  });

  it("finds what is too large inside expressions, however deep", () => {
    const json = {
      filter: { not: { anyOf: { expressions: [{}, { name: { contains: "x".repeat(401) } }] } } },
    };
    const input = inputs.find(({ name }) => name === "ExploreRequest")!;
    expect(problem(input, json)).toMatch(/^filter\.not\.any_of\.expressions\[1\]\.name\.contains: /);
  });
});

describe("unaryMethod", () => {
  it("refuses what is too large before a snapshot is touched, which a closed engine shows", async () => {
    const engine = await openEngine(inject("country").dataDir);
    await engine.close();
    const { methods } = enginePartsOf(engine);
    const ask = async (input: DescMessage, json: Record<string, unknown>) => {
      const method = methods.find(({ desc }) => desc.input === input)!;
      return method.answer(fromJson(input, json as never) as never, ownCall(new AbortController().signal));
    };
    for (const sized of fields) {
      const { entries = 0 } = fieldBounds(sized.field);
      const value = isList(sized) ? Array(entries + 1).fill(sampleOf(sized, 1)) : "x".repeat(500);
      await expect(ask(sized.input, sized.request(value)), sized.path).rejects.toMatchObject({
        code: "invalid_argument",
      });
    }
    const { input } = HousingService.method.getPriceDropsOverview;
    await expect(ask(input, {})).rejects.toMatchObject({ code: "unavailable" });
    expect(create(input)).toBeDefined();
  });
});

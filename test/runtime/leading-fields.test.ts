import { ScalarType } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import {
  ExploreRequestSchema,
  FilterExpressionListSchema,
  FilterExpressionSchema,
} from "../../src/gen/terrace/v1/explorer_pb.ts";
import { fieldsLeadingTo } from "../../src/runtime/leading-fields.ts";

describe("fieldsLeadingTo", () => {
  it("finds what is wanted, and what leads to it through other messages", () => {
    const lists = fieldsLeadingTo((field) => field.name === "labels");
    const names = lists(FilterExpressionSchema).map(({ name }) => name);
    expect(names).toEqual(["all_of", "any_of", "not", "category"]);
    expect(lists(ExploreRequestSchema).map(({ name }) => name)).toEqual(["filter"]);
    expect(fieldsLeadingTo(() => false)(ExploreRequestSchema)).toEqual([]);
  });

  it("finds the way through a message that holds itself, whichever was asked about first", () => {
    const floats = fieldsLeadingTo((field) => field.scalar === ScalarType.FLOAT);
    expect(floats(FilterExpressionSchema).map(({ name }) => name)).toContain("all_of");
    expect(floats(FilterExpressionListSchema).map(({ name }) => name)).toEqual(["expressions"]);
  });
});

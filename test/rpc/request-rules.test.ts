import { describe, expect, it } from "vitest";
import { searchText } from "../../src/rpc/request-rules.ts";

describe("searchText", () => {
  it("collapses white space and keeps pattern characters as they are", () => {
    expect(searchText("  St.\t Kilda  %_ ")).toBe("st. kilda %_");
  });
});

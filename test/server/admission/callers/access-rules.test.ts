import { describe, expect, it } from "vitest";
import { productServices, publicMethods } from "../../../../src/domains/public-methods.ts";
import { Health } from "../../../../src/gen/grpc/health/v1/health_pb.ts";
import { accessRules } from "../../../../src/server/admission/callers/access-rules.ts";

describe("accessRules", () => {
  it("opens exactly the methods marked public without a role", () => {
    const rules = accessRules();
    expect(rules.size).toBe(productServices.flatMap((service) => service.methods).length);
    const open = [...rules].filter(([, { isPublic }]) => isPublic).map(([path]) => path);
    // None of them asks for a role.
    expect(open).toEqual(publicMethods().map(({ path }) => path));
    expect(open.length).toBeGreaterThan(10);
  });

  it("takes a method without a mark for private", () => {
    expect([...accessRules([Health]).values()]).toEqual(
      Health.methods.map(() => ({ isPublic: false, requiredRole: "" })),
    );
  });
});

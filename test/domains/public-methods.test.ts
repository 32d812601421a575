import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { create, createFileRegistry, type DescService, setExtension } from "@bufbuild/protobuf";
import {
  FileDescriptorProtoSchema,
  type MethodOptions,
  MethodOptions_IdempotencyLevel,
  MethodOptionsSchema,
} from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import { productServices, publicMethods } from "../../src/domains/public-methods.ts";
import { Health } from "../../src/gen/grpc/health/v1/health_pb.ts";
import { required_role, Visibility, visibility } from "../../src/gen/shorts/v1alpha1/options_pb.ts";
import { accessRules } from "../../src/server/admission/callers/access-rules.ts";

/** A service `test.v1.Doors` with methods M0, M1 and so on, one per set of options. */
function serviceOf(options: readonly MethodOptions[]): DescService {
  const file = create(FileDescriptorProtoSchema, {
    name: "test/v1/doors.proto",
    package: "test.v1",
    syntax: "proto3",
    messageType: [{ name: "Empty" }],
    service: [
      {
        name: "Doors",
        method: options.map((option, i) => ({
          name: `M${i}`,
          inputType: ".test.v1.Empty",
          outputType: ".test.v1.Empty",
          options: option,
        })),
      },
    ],
  });
  return createFileRegistry(file, () => undefined).getService("test.v1.Doors")!;
}

function optionsWith(value: Visibility, role?: string): MethodOptions {
  const options = create(MethodOptionsSchema);
  setExtension(options, visibility, value);
  if (role !== undefined) setExtension(options, required_role, role);
  return options;
}

function publicPaths(text: string): string[] {
  const name = /^package ([a-z0-9.]+);/m.exec(text)![1];
  return [...text.matchAll(/^service (\w+) \{([\s\S]*?)^\}/gm)].flatMap(([, service, body]) =>
    [...body.matchAll(/rpc (\w+)\([^)]*\)[^{]*\{([^}]*)\}/g)]
      .filter(([, , options]) => /visibility\) = VISIBILITY_PUBLIC/.test(options))
      .map(([, method]) => `/${name}.${service}/${method}`),
  );
}

describe("publicMethods", () => {
  it("lists every method that the proto files mark as public, and no other", () => {
    const root = resolve(import.meta.dirname, "../../proto");
    const marked = readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".proto") && !name.startsWith("grpc/"))
      .flatMap((name) => publicPaths(readFileSync(join(root, name), "utf8")));
    expect(marked.length).toBeGreaterThan(40);
    expect(
      publicMethods()
        .map((method) => method.path)
        .sort(),
    ).toEqual(marked.sort());
  });

  it("leaves out methods marked private, marked unspecified or not marked; a role closes one", () => {
    const service = serviceOf([
      optionsWith(Visibility.PRIVATE),
      optionsWith(Visibility.PUBLIC, "analyst"),
      optionsWith(Visibility.UNSPECIFIED, "analyst"),
      create(MethodOptionsSchema),
    ]);
    expect(publicMethods([service])).toEqual([
      { service: "test.v1.Doors", method: "M1", path: "/test.v1.Doors/M1" },
    ]);
    const rule = { isPublic: false, requiredRole: "analyst" };
    expect(accessRules([service]).get("/test.v1.Doors/M1")).toEqual(rule);
  });

  it("counts the health service, which carries no option, as private", () => {
    expect(publicMethods([Health])).toEqual([]);
  });
});

describe("productServices", () => {
  it("declares every method unary and free of side effects, so that Connect GET works", () => {
    for (const method of productServices.flatMap((service) => service.methods)) {
      expect([method.name, method.methodKind, method.idempotency]).toEqual([
        method.name,
        "unary",
        MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS,
      ]);
    }
  });
});

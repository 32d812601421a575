import { create, createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { Code, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { describe, expect, it } from "vitest";
import { ServerReflection } from "../../../src/gen/grpc/reflection/v1/reflection_pb.ts";
import { ServerReflection as AlphaReflection } from "../../../src/gen/grpc/reflection/v1alpha/reflection_pb.ts";
import { HousingService } from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { opened } from "../../support/run/fixtures.ts";
import { startWireServer } from "../../support/wire/wire-server.ts";

const METHOD_OPTIONS = "google.protobuf.MethodOptions";
const FILTER_SUBURBS = `${HousingService.typeName}.FilterSuburbs`;

type Question =
  | {
      case: "listServices" | "fileByFilename" | "fileContainingSymbol" | "allExtensionNumbersOfType";
      value: string;
    }
  | { case: "fileContainingExtension"; value: { containingType: string; extensionNumber: number } };

describe.each([ServerReflection, AlphaReflection])("mountReflection for $typeName", (service) => {
  const server = opened(() => startWireServer());

  async function ask(...questions: (Question | undefined)[]) {
    const client = createClient(service, createGrpcTransport({ baseUrl: server.url }));
    const answers = [];
    async function* requests() {
      for (const question of questions) yield question === undefined ? {} : { messageRequest: question };
    }
    for await (const { messageResponse } of client.serverReflectionInfo(requests()))
      answers.push(messageResponse);
    return answers;
  }

  /** A registry built only from reflection responses. */
  async function learn(question: Question) {
    const [answer] = await ask(question);
    if (answer.case !== "fileDescriptorResponse") throw new Error(`answered with ${answer.case}`);
    const file = answer.value.fileDescriptorProto.map((bytes) =>
      fromBinary(FileDescriptorProtoSchema, bytes),
    );
    // A registry needs imports before the files that use them.
    return createFileRegistry(create(FileDescriptorSetSchema, { file: file.toReversed() }));
  }

  it("lists every service in order of name", async () => {
    const [answer] = await ask({ case: "listServices", value: "" });
    const names = answer.case === "listServicesResponse" ? answer.value.service.map(({ name }) => name) : [];
    expect(names).toEqual([
      "grpc.health.v1.Health",
      "grpc.reflection.v1.ServerReflection",
      "grpc.reflection.v1alpha.ServerReflection",
      HousingService.typeName,
    ]);
  });

  it.each([
    { case: "fileContainingSymbol", value: HousingService.typeName },
    { case: "fileContainingSymbol", value: FILTER_SUBURBS },
    { case: "fileContainingSymbol", value: "shorts.v1alpha1.FilterSuburbsRequest" },
    { case: "fileContainingSymbol", value: "shorts.v1alpha1.FilterSuburbsRequest.state_code" },
    { case: "fileByFilename", value: "shorts/v1alpha1/housing.proto" },
  ] as const)("teaches the whole service to who asks for $value", async (question) => {
    const registry = await learn(question);
    const learnt = registry.getService(HousingService.typeName);
    expect(learnt?.methods.map(({ name }) => name)).toEqual(HousingService.methods.map(({ name }) => name));
    const fields = learnt?.method.filterSuburbs.input.fields.map(({ name, number }) => [name, number]);
    expect(fields).toEqual([
      ["state_code", 1],
      ["predicates", 2],
    ]);
  });

  it("finds extensions by number and lists them", async () => {
    const [numbers] = await ask({ case: "allExtensionNumbersOfType", value: METHOD_OPTIONS });
    expect(numbers).toMatchObject({
      value: { baseTypeName: METHOD_OPTIONS, extensionNumber: [50000, 50001] },
    });
    const value = { containingType: METHOD_OPTIONS, extensionNumber: 50000 };
    const registry = await learn({ case: "fileContainingExtension", value });
    expect(registry.getExtension("shorts.v1alpha1.visibility")?.number).toBe(50000);
  });

  it("answers mistakes one by one and keeps the stream open", async () => {
    const answers = await ask(
      { case: "fileContainingSymbol", value: "no.such.Thing" },
      { case: "fileByFilename", value: "no/such.proto" },
      { case: "fileContainingExtension", value: { containingType: METHOD_OPTIONS, extensionNumber: 1 } },
      { case: "allExtensionNumbersOfType", value: "no.such.Type" },
      undefined,
      { case: "allExtensionNumbersOfType", value: "shorts.v1alpha1.FilterSuburbsRequest" },
    );
    const codes = answers.map((answer) =>
      answer.case === "errorResponse" ? answer.value.errorCode : undefined,
    );
    const { NotFound, InvalidArgument } = Code;
    expect(codes).toEqual([NotFound, NotFound, NotFound, NotFound, InvalidArgument, undefined]);
    expect(answers[0]).toMatchObject({ value: { errorMessage: 'unknown symbol "no.such.Thing"' } });
  });
});

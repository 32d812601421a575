import { type DescFile, type DescService, toBinary } from "@bufbuild/protobuf";
import { nestedTypes } from "@bufbuild/protobuf/reflect";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import { Health } from "../../gen/grpc/health/v1/health_pb.ts";
import {
  ServerReflection,
  type ServerReflectionRequest,
} from "../../gen/grpc/reflection/v1/reflection_pb.ts";
import {
  ServerReflection as AlphaReflection,
  type ServerReflectionRequest as AlphaRequest,
} from "../../gen/grpc/reflection/v1alpha/reflection_pb.ts";
import { remembered } from "../../runtime/lazy.ts";

type Question = ServerReflectionRequest["messageRequest"] | AlphaRequest["messageRequest"];

/** Mounts server reflection v1 and v1alpha for the files of these services, health and reflection. */
export function mountReflection(router: ConnectRouter, services: readonly DescService[]): void {
  const answer = reflectionAnswers([...services, Health, ServerReflection, AlphaReflection]);
  // Both versions have the same messages under other names.
  async function* serverReflectionInfo<R extends ServerReflectionRequest | AlphaRequest>(
    requests: AsyncIterable<R>,
  ) {
    for await (const request of requests) {
      const messageResponse = answer(request.messageRequest);
      yield { validHost: request.host, originalRequest: request, messageResponse };
    }
  }
  router.service(ServerReflection, { serverReflectionInfo: serverReflectionInfo<ServerReflectionRequest> });
  router.service(AlphaReflection, { serverReflectionInfo: serverReflectionInfo<AlphaRequest> });
}

function reflectionAnswers(services: readonly DescService[]) {
  /** By path such as `shorts/v1alpha1/housing.proto`. */
  const byName = new Map<string, DescFile>();
  /** By full name of a service, method, message, field, enum, enum value or extension. */
  const bySymbol = new Map<string, DescFile>();
  /** By extended message, then field number. */
  const extensions = new Map<string, Map<number, DescFile>>();
  const encoded = new Map<DescFile, Uint8Array>();
  const files = new Set<DescFile>();
  for (const { file } of services) addImports(file, files);
  for (const file of files) addNames(file);

  function addNames(file: DescFile): void {
    byName.set(file.proto.name, file);
    for (const type of nestedTypes(file)) {
      bySymbol.set(type.typeName, file);
      if (type.kind === "service")
        for (const method of type.methods) bySymbol.set(`${type.typeName}.${method.name}`, file);
      else if (type.kind === "message")
        for (const field of type.fields) bySymbol.set(`${type.typeName}.${field.name}`, file);
      else if (type.kind === "enum") {
        // Protobuf puts enum values in the scope around their enum.
        const scope = type.typeName.slice(0, -type.name.length);
        for (const value of type.values) bySymbol.set(`${scope}${value.name}`, file);
      } else {
        const numbers = remembered(extensions, type.extendee.typeName, () => new Map());
        numbers.set(type.number, file);
      }
    }
  }

  function fileAnswer(file: DescFile | undefined, asked: string) {
    if (file === undefined) return notFound(asked);
    const fileDescriptorProto = Array.from(addImports(file, new Set()), (one) =>
      remembered(encoded, one, () => toBinary(FileDescriptorProtoSchema, one.proto)),
    );
    return { case: "fileDescriptorResponse" as const, value: { fileDescriptorProto } };
  }

  return (question: Question) => {
    switch (question.case) {
      case "listServices": {
        const service = services
          .map(({ typeName }) => ({ name: typeName }))
          .sort((a, b) => (a.name < b.name ? -1 : 1));
        return { case: "listServicesResponse" as const, value: { service } };
      }
      case "fileByFilename":
        return fileAnswer(byName.get(question.value), `file "${question.value}"`);
      case "fileContainingSymbol":
        return fileAnswer(bySymbol.get(question.value), `symbol "${question.value}"`);
      case "fileContainingExtension": {
        const { containingType, extensionNumber } = question.value;
        const file = extensions.get(containingType)?.get(extensionNumber);
        return fileAnswer(file, `extension ${extensionNumber} of "${containingType}"`);
      }
      case "allExtensionNumbersOfType": {
        const numbers = extensions.get(question.value);
        if (numbers === undefined && !bySymbol.has(question.value))
          return notFound(`type "${question.value}"`);
        const extensionNumber = [...(numbers?.keys() ?? [])].sort((a, b) => a - b);
        const value = { baseTypeName: question.value, extensionNumber };
        return { case: "allExtensionNumbersResponse" as const, value };
      }
      default:
        return errorAnswer(Code.InvalidArgument, "the request asks nothing");
    }
  };
}

/** Adds the file and everything it imports to the set. */
function addImports(file: DescFile, to: Set<DescFile>): Set<DescFile> {
  to.add(file);
  for (const imported of file.dependencies) if (!to.has(imported)) addImports(imported, to);
  return to;
}

function notFound(asked: string) {
  return errorAnswer(Code.NotFound, `unknown ${asked}`);
}

function errorAnswer(errorCode: Code, errorMessage: string) {
  return { case: "errorResponse" as const, value: { errorCode, errorMessage } };
}

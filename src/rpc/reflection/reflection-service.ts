import type { DescFile, DescService } from "@bufbuild/protobuf";
import { toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import { Code } from "@connectrpc/connect";
import { Health } from "../../gen/grpc/health/v1/health_pb.ts";
import type { ServerReflectionRequest } from "../../gen/grpc/reflection/v1/reflection_pb.ts";
import { ServerReflection } from "../../gen/grpc/reflection/v1/reflection_pb.ts";
import type { ServerReflectionRequest as AlphaRequest } from "../../gen/grpc/reflection/v1alpha/reflection_pb.ts";
import { ServerReflection as AlphaReflection } from "../../gen/grpc/reflection/v1alpha/reflection_pb.ts";
import { symbolFiles } from "./symbol-files.ts";

type Question = ServerReflectionRequest["messageRequest"] | AlphaRequest["messageRequest"];

/** Mounts server reflection, v1 and v1alpha, over the files of the given services and of the protocol's own. */
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

/** A function from a reflection question to its answer. */
function reflectionAnswers(services: readonly DescService[]) {
  const { byName, bySymbol, extensions } = symbolFiles(services.map((service) => service.file));
  const encoded = new Map<DescFile, Uint8Array>();

  /** The file with everything it imports, itself first. */
  function withImports(file: DescFile, seen = new Set<DescFile>()): Set<DescFile> {
    seen.add(file);
    for (const imported of file.dependencies) if (!seen.has(imported)) withImports(imported, seen);
    return seen;
  }

  function encode(file: DescFile): Uint8Array {
    const bytes = encoded.get(file) ?? toBinary(FileDescriptorProtoSchema, file.proto);
    encoded.set(file, bytes);
    return bytes;
  }

  function fileAnswer(file: DescFile | undefined, asked: string) {
    if (file === undefined) return notFound(asked);
    const fileDescriptorProto = [...withImports(file)].map(encode);
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

function notFound(asked: string) {
  return errorAnswer(Code.NotFound, `unknown ${asked}`);
}

function errorAnswer(errorCode: Code, errorMessage: string) {
  return { case: "errorResponse" as const, value: { errorCode, errorMessage } };
}

import type { DescMethod } from "@bufbuild/protobuf";
import { fullName } from "../../../../domains/domain.ts";
import { documentedServices, publicMethods } from "../../../../domains/public-methods.ts";
import { SAMPLE_REQUESTS } from "../../../../domains/samples.ts";
import { aliasedMethods, type ServiceAliases } from "../../../../domains/service-aliases.ts";
import { protoComment, protoComments } from "../../../../rpc/proto-comments.ts";
import { packageVersion } from "../../../../runtime/package-version.ts";
import { errorSchema, RATE_LIMIT_HEADERS, rpcResponses } from "./openapi-answers.ts";
import { exportPaths } from "./openapi-file-paths.ts";
import { PLAIN_PATHS } from "./openapi-plain-paths.ts";
import { type Schema, schemaRef, schemasOf } from "./openapi-schemas.ts";

export const SUBJECTS =
  "Australian suburbs, house prices, asking-price cuts, councils, economic series, short positions, listed companies, news, industries, members of parliament and party funding";

export type RpcOperation = ReturnType<typeof operationOf>;
export type OpenApiDocument = ReturnType<typeof openApiDocument>;

type Paths = Record<string, { readonly post: RpcOperation } | { readonly get: object }>;

const DESCRIPTION = `Read-only data about ${SUBJECTS}.

Every method takes a POST with a JSON body, and works over Connect, gRPC and gRPC-Web at the same address. Methods have no side effects, so GET works too: \`?connect=v1&encoding=json&message=<the request as URL-encoded JSON>\`. Answers to a GET carry an ETag; with a matching If-None-Match the answer is 304.

Callers without a token must send a User-Agent that names their application. Field names are accepted in lowerCamelCase and snake_case, states by code or full name in any case, 64-bit integers as numbers or strings. Unknown fields are named in the response header X-Terrace-Unknown-Fields; with the request header \`Terrace-Strict: 1\` such a request is rejected.`;

/** The public API as OpenAPI 3.1, from descriptors and comments of the proto files. */
export function openApiDocument(serverUrl: string, samples: ReadonlyMap<string, object> = SAMPLE_REQUESTS) {
  const methods = publicDescriptors();
  const messages = methods.flatMap(({ input, output }) => [input, output]);
  const paths: Paths = {};
  for (const method of methods) {
    paths[`/${fullName(method)}`] = { post: operationOf(method, samples) };
  }
  const services = [...new Set(methods.map(({ parent }) => parent))];
  return {
    openapi: "3.1.0",
    info: { title: "Terrace", version: packageVersion(), description: DESCRIPTION },
    servers: [{ url: serverUrl }],
    tags: [
      ...services.map(({ name, typeName }) => ({ name, description: protoComment(typeName) })),
      { name: "Plain endpoints", description: "Plain HTTP endpoints." },
    ],
    paths: { ...paths, ...PLAIN_PATHS, ...exportPaths() } as Paths,
    components: {
      securitySchemes: { bearerAuth: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: {
        ...schemasOf(messages, (name) => protoComments().get(name)),
        Error: errorSchema,
      } as Readonly<Record<string, Schema>>,
    },
    "x-rate-limit-headers": RATE_LIMIT_HEADERS,
  };
}

/** Adds the methods of service aliases, for callers of older clients. */
export function withAliases(document: OpenApiDocument, aliases: ServiceAliases): OpenApiDocument {
  const paths = { ...document.paths };
  for (const alias of aliases.keys()) {
    const name = alias.slice(alias.lastIndexOf(".") + 1);
    for (const method of aliasedMethods(aliases, alias)) {
      const own = document.paths[`/${fullName(method)}`];
      if (own === undefined || !("post" in own)) continue;
      const operationId = `${alias.replaceAll(".", "_")}_${method.name}`;
      paths[`/${alias}/${method.name}`] = { post: { ...own.post, operationId, tags: [name] } };
    }
  }
  return { ...document, paths };
}

function publicDescriptors(): DescMethod[] {
  const paths = new Set(publicMethods().map(({ path }) => path));
  return documentedServices.flatMap((service) =>
    service.methods.filter((method) => paths.has(`/${fullName(method)}`)),
  );
}

function operationOf(method: DescMethod, samples: ReadonlyMap<string, object>) {
  const text = protoComment(`${method.parent.typeName}.${method.name}`);
  return {
    operationId: `${method.parent.name}_${method.name}`,
    tags: [method.parent.name],
    summary: firstSentence(text),
    description: text,
    security: [{ bearerAuth: [] }, {}],
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: schemaRef(method.input.typeName),
          example: samples.get(fullName(method)) ?? {},
        },
      },
    },
    responses: rpcResponses(schemaRef(method.output.typeName)),
  };
}

/** The text up to its first full stop or colon that ends a sentence. */
function firstSentence(text: string): string {
  const [paragraph] = text.split("\n\n");
  return /^.*?[.:](?=\s|$)/.exec(paragraph)?.[0].replace(/:$/, ".") ?? paragraph;
}

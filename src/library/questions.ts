import type {
  DescMessage,
  DescMethodUnary,
  DescService,
  MessageInitShape,
  MessageShape,
} from "@bufbuild/protobuf";
import type { UnaryMethod } from "../rpc/unary-method.ts";
import { type AskOptions, askMethod } from "./ask-method.ts";
import type { PlainRequest } from "./read-request.ts";

/**
 * The methods of a service as functions. Each takes a plain object with the request's fields (absent ones
 * have their default, members of a oneof are fields) and resolves to a plain object with the response's
 * fields.
 */
export type Questions<Service extends DescService> = {
  readonly [Name in keyof Service["method"]]: Service["method"][Name] extends DescMethodUnary<
    infer I,
    infer O
  >
    ? Question<I, O>
    : never;
};

export type Question<I extends DescMessage, O extends DescMessage> = (
  request: MessageInitShape<I> | PlainRequest<MessageShape<I>>,
  options?: AskOptions,
) => Promise<MessageShape<O>>;

export function questionsOf<Service extends DescService>(
  service: Service,
  methods: readonly UnaryMethod[],
  timeoutMs: number,
): Questions<Service> {
  const own = methods.filter((method) => method.desc.parent.typeName === service.typeName);
  return Object.fromEntries(
    own.map((method) => [
      method.desc.localName,
      (request: MessageInitShape<DescMessage>, options?: AskOptions) =>
        askMethod(method, request, options, timeoutMs),
    ]),
  ) as unknown as Questions<Service>;
}

import { create, type DescMessage, type MessageShape } from "@bufbuild/protobuf";
import { checkArguments } from "./check-arguments.ts";
import { whileReading } from "./check-call.ts";
import { withChoices } from "./plain-request.ts";

/** The message of a request with its choices as fields or as protobuf has them; anything else is refused. */
export function readRequest<I extends DescMessage>(desc: I, request: unknown): MessageShape<I> {
  return whileReading("the request", request, () => readMessage(desc, withChoices(desc, request)));
}

/** The message of a request with its choices as protobuf has them; anything else is refused. */
export function readMessage<I extends DescMessage>(desc: I, request: unknown): MessageShape<I> {
  return whileReading("the request", request, () => {
    checkArguments(desc, request);
    return create(desc, request as never);
  });
}

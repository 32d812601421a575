import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Code, ConnectError } from "terrace/client";
import { Press, set } from "../parts/controls.tsx";

export type RequestState<T> =
  | { readonly state: "waiting" }
  | { readonly state: "there"; readonly value: T }
  | { readonly state: "failed"; readonly error: ConnectError };

/** Newest state of a request; `again` repeats it. */
export type RequestSignal<T> = Signal<RequestState<T>> & { again: () => void };

/** Sends a request when a dependency changes; aborts it on the next change and on unmount. */
export function useRequest<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  on: readonly unknown[],
): RequestSignal<T> {
  const asked = useSignal<RequestState<T>>({ state: "waiting" });
  const round = useSignal(0);
  useEffect(() => {
    const stop = new AbortController();
    asked.value = { state: "waiting" };
    ask(stop.signal).then(
      (value) => {
        if (!stop.signal.aborted) asked.value = { state: "there", value };
      },
      (error) => {
        if (!stop.signal.aborted) asked.value = { state: "failed", error: ConnectError.from(error) };
      },
    );
    return () => stop.abort();
  }, [...on, round.value]);
  return Object.assign(asked, { again: () => set(round, round.peek() + 1) });
}

export type Call<Request, Answer> = (
  request: Request,
  options: { readonly signal: AbortSignal },
) => Promise<Answer>;

/** Calls a method, and again when the request changes (compared as JSON). Undefined requests are not sent. */
export function useCall<Request, Answer>(
  call: Call<Request, Answer>,
  request: NoInfer<Request>,
): RequestSignal<Answer>;
export function useCall<Request, Answer>(
  call: Call<Request, Answer>,
  request: NoInfer<Request> | undefined,
): RequestSignal<Answer | undefined>;
export function useCall<Request, Answer>(call: Call<Request, Answer>, request: Request | undefined) {
  return useRequest<Answer | undefined>(
    async (signal) => (request === undefined ? undefined : call(request, { signal })),
    [JSON.stringify(request)],
  );
}

/** Calls a method and renders its answer. */
export function Answer<Request, Reply>({
  of: call,
  to: request,
  ...shown
}: { of: Call<Request, Reply>; to: NoInfer<Request> } & Omit<ShownProps<Reply>, "asked">) {
  return <Shown asked={useCall(call, request)} {...shown} />;
}

/** Placeholder of a request in flight. An empty result has the class `empty` instead. */
export function Waiting({ what }: { what: string }) {
  return (
    <p class="muted waiting" aria-busy="true">
      Loading {what}…
    </p>
  );
}

/** Reasons for readers, by error code; the server's own message is for programs. */
const REASONS: Partial<Record<Code, string>> = {
  [Code.Unavailable]: "the server is busy or offline",
  [Code.DeadlineExceeded]: "the server took too long",
  [Code.ResourceExhausted]: "too many calls in a short time",
  [Code.Unauthenticated]: "this server requires a login",
  [Code.PermissionDenied]: "you do not have access to it on this server",
};

interface ShownProps<T> {
  readonly asked: RequestSignal<T>;
  readonly children: (value: T) => ComponentChildren;
  readonly what: string;
  /** Text for NotFound and InvalidArgument. */
  readonly none?: string;
}

/** Renders an answer; a placeholder while in flight, the reason and a retry button after an error. */
export function Shown<T>({ asked, children, what, none }: ShownProps<T>) {
  const now = asked.value;
  if (now.state === "there") return <>{children(now.value)}</>;
  if (now.state === "waiting") return <Waiting what={what} />;
  const { code } = now.error;
  if (code === Code.NotFound || code === Code.InvalidArgument) {
    const fallback = code === Code.NotFound ? "Nothing was found." : `The request for ${what} is not valid.`;
    return (
      <p class="empty" role="alert">
        {none ?? fallback}
      </p>
    );
  }
  return (
    <p class="empty" role="alert">
      {what} could not be loaded: {REASONS[code] ?? "the server reported an error"}.{" "}
      <Press onClick={asked.again}>Try again</Press>
    </p>
  );
}

import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Code, ConnectError } from "terrace/client";
import { Press, set } from "../parts/controls.tsx";

/** An answer that is awaited, there, or refused. */
export type Asked<T> =
  | { readonly state: "waiting" }
  | { readonly state: "there"; readonly value: T }
  | { readonly state: "failed"; readonly error: ConnectError };

/** The newest answer, and how to ask for it again. */
export type Asking<T> = Signal<Asked<T>> & { again: () => void };

/** Asks when what it depends on changes, gives up when the reader goes on. */
export function useAsked<T>(ask: (signal: AbortSignal) => Promise<T>, on: readonly unknown[]): Asking<T> {
  const asked = useSignal<Asked<T>>({ state: "waiting" });
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

/** A method of the API. */
export type Call<Request, Answer> = (
  request: Request,
  options: { readonly signal: AbortSignal },
) => Promise<Answer>;

/** Asks a method, and again when the request is another; without a request nothing is asked. */
export function useCall<Request, Answer>(
  call: Call<Request, Answer>,
  request: NoInfer<Request>,
): Asking<Answer>;
export function useCall<Request, Answer>(
  call: Call<Request, Answer>,
  request: NoInfer<Request> | undefined,
): Asking<Answer | undefined>;
export function useCall<Request, Answer>(call: Call<Request, Answer>, request: Request | undefined) {
  return useAsked<Answer | undefined>(
    async (signal) => (request === undefined ? undefined : call(request, { signal })),
    [JSON.stringify(request)],
  );
}

/** What a method answers, shown once it is there. */
export function Answer<Request, Reply>({
  of: call,
  to: request,
  ...shown
}: { of: Call<Request, Reply>; to: NoInfer<Request> } & Omit<ShownProps<Reply>, "asked">) {
  return <Shown asked={useCall(call, request)} {...shown} />;
}

/** Says that something is still to come; an end without anything to show is `empty`. */
export function Waiting({ what }: { what: string }) {
  return (
    <p class="muted waiting" aria-busy="true">
      Loading {what}…
    </p>
  );
}

/** What a reader can do with nothing of an error but its kind; the server's own words are for programs. */
const REASONS: Partial<Record<Code, string>> = {
  [Code.Unavailable]: "the server is busy or away",
  [Code.DeadlineExceeded]: "the server took too long",
  [Code.ResourceExhausted]: "too many calls in a short time",
  [Code.Unauthenticated]: "this server wants to know who calls",
  [Code.PermissionDenied]: "this server does not show it to everybody",
};

interface ShownProps<T> {
  readonly asked: Asking<T>;
  readonly children: (value: T) => ComponentChildren;
  readonly what: string;
  /** What is said when there is no such thing, or when no such thing can be asked for. */
  readonly none?: string;
}

/** Shows an answer once it is there; until then, and when it is refused, says so. */
export function Shown<T>({ asked, children, what, none }: ShownProps<T>) {
  const now = asked.value;
  if (now.state === "there") return <>{children(now.value)}</>;
  if (now.state === "waiting") return <Waiting what={what} />;
  const { code } = now.error;
  if (code === Code.NotFound || code === Code.InvalidArgument) {
    const fallback = code === Code.NotFound ? "There is nothing of it." : `${what} cannot be asked for so.`;
    return (
      <p class="empty" role="alert">
        {none ?? fallback}
      </p>
    );
  }
  return (
    <p class="empty" role="alert">
      {what} could not be loaded: {REASONS[code] ?? "the server reported a fault"}.{" "}
      <Press onClick={asked.again}>Try again</Press>
    </p>
  );
}

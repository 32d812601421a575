import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Code } from "terrace/client";
import { type RequestSignal, Shown, useRequest } from "../data/ask.tsx";
import { Listed, type Listing } from "./listings.tsx";
import { Section } from "./section.tsx";

/** Missing cards by title with their reason; "" means just that nothing is published. */
export type Lacks = Signal<ReadonlyMap<string, string>>;

/** Collects the missing cards of a screen; empty again for another suburb or company. */
export function useLacks(key: string): Lacks {
  const lacks = useSignal<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    lacks.value = new Map();
  }, [key]);
  return lacks;
}

/** Reports that a card is missing for a reason, or (undefined) that it is not. */
export function useLack(lacks: Lacks, title: string, reason: string | undefined): void {
  useEffect(() => {
    const now = lacks.peek();
    if (now.get(title) === reason) return;
    const next = new Map(now);
    if (reason === undefined) next.delete(title);
    else next.set(title, reason);
    lacks.value = next;
  });
}

interface HeldCardProps<T> {
  readonly title: string;
  readonly asked: RequestSignal<T | undefined>;
  readonly what: string;
  readonly lacks: Lacks;
  /** Whether an answer has anything to show. Not called with undefined, which has nothing. */
  readonly isThere: (value: T) => boolean;
  /** Why there is nothing to show. */
  readonly reason?: string;
  /** The reason if the server answers NotFound. */
  readonly absent?: string;
  readonly kind?: string | undefined;
  readonly children: (value: T) => ComponentChildren;
}

/** Card of an answer. If there is nothing to show, only `Lacking` at the end of the screen names it. */
export function HeldCard<T>(props: HeldCardProps<T>) {
  const { title, asked, what, lacks, isThere, absent = "", reason = absent, kind = "", children } = props;
  const now = asked.value;
  const hasNothing = now.state === "there" && (now.value === undefined || !isThere(now.value));
  const isAbsent = now.state === "failed" && now.error.code === Code.NotFound;
  const missing = hasNothing ? reason : isAbsent ? absent : undefined;
  useLack(lacks, title, missing);
  if (missing !== undefined) return null;
  return (
    <Section title={title} kind={`card ${kind}`}>
      <Shown asked={asked} what={what}>
        {(value) => children(value!)}
      </Shown>
    </Section>
  );
}

interface ListCard<Answer, Row>
  extends Listing<Answer, Row>,
    Pick<HeldCardProps<Answer>, "title" | "what" | "reason" | "absent"> {
  ask(code: string, options: { readonly signal: AbortSignal }): Promise<Answer>;
}

/** Makes a card component that shows a table about a suburb or a company. */
export const listCard = <Answer, Row>({ ask, what, kind, ...list }: ListCard<Answer, Row>) =>
  function CardOf({ code, lacks }: { readonly code: string; readonly lacks: Lacks }) {
    const asked = useRequest((signal) => ask(code, { signal }), [code]);
    return (
      <HeldCard
        asked={asked}
        lacks={lacks}
        what={what}
        kind={kind}
        {...list}
        isThere={(answer) => list.rows(answer).length > 0}
      >
        {(answer) => <Listed of={answer} {...list} />}
      </HeldCard>
    );
  };

export function Lacking({ lacks, of: name }: { lacks: Lacks; of: string }) {
  const plain = [...lacks.value].filter(([, reason]) => reason === "").map(([title]) => title);
  const reasoned = [...lacks.value].filter(([, reason]) => reason !== "");
  if (plain.length + reasoned.length === 0) return null;
  return (
    <section class="card wide lacking" aria-label="Not available">
      <h2>Not available</h2>
      <ul>
        {reasoned.map(([title, reason]) => (
          <li key={title} data-lack={title}>
            <strong>{title}</strong>: {reason}
          </li>
        ))}
        {plain.length > 0 && (
          <li data-lack={plain.join("; ")}>
            This data has nothing on {name} for: {plain.join("; ")}.
          </li>
        )}
      </ul>
    </section>
  );
}

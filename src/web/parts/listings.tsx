import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Answer, type Call } from "../data/ask.tsx";
import { Rows, type RowsProps } from "./cite.tsx";
import { Press, set } from "./controls.tsx";
import { formatCount } from "./format.ts";

/** Rows of an answer, and what to show above and below them. */
export interface Listing<Answer, Row> extends Omit<RowsProps<Row>, "rows" | "what"> {
  rows(answer: Answer): readonly Row[];
  above?(answer: Answer): ComponentChildren;
  below?(answer: Answer): ComponentChildren;
}

export function Listed<Answer, Row>({
  of: answer,
  rows,
  above,
  below,
  ...table
}: Listing<Answer, Row> & { of: Answer }) {
  return (
    <>
      {above?.(answer)}
      <Rows rows={rows(answer)} {...table} />
      {below?.(answer)}
    </>
  );
}

interface AnswerRowsProps<Request, Reply, Row> extends Listing<Reply, Row> {
  readonly of: Call<Request, Reply>;
  readonly to: NoInfer<Request>;
  readonly what: string;
  /** Text if the server answers NotFound. */
  readonly absent?: string;
}

/** Calls a method and lists the rows of its answer. */
export function AnswerRows<Request, Reply, Row>(props: AnswerRowsProps<Request, Reply, Row>) {
  const { of: call, to, what, absent, ...listing } = props;
  return (
    <Answer of={call} to={to} what={what} {...(absent && { none: absent })}>
      {(reply) => <Listed of={reply} {...listing} />}
    </Answer>
  );
}

interface PagerProps {
  readonly offset: Signal<number>;
  /** Rows per page. */
  readonly page: number;
  /** Rows on this page. */
  readonly shown: number;
  readonly total: number;
  readonly words: readonly [before: string, after: string];
}

/** Previous and next buttons of a list, and which rows are shown. */
export function Pager({ offset, page, shown, total, words }: PagerProps) {
  const first = offset.value + 1;
  return (
    <div class="controls">
      <Press disabled={offset.value === 0} onClick={() => set(offset, Math.max(0, offset.value - page))}>
        ← {words[0]}
      </Press>
      <span class="muted small">
        {total === 0
          ? "none"
          : `${formatCount(first)} to ${formatCount(first + shown - 1)} of ${formatCount(total)}`}
      </span>
      <Press
        disabled={offset.value + shown >= total}
        onClick={() => {
          offset.value += page;
        }}
      >
        {words[1]} →
      </Press>
    </div>
  );
}

import type { ComponentChildren } from "preact";
import { Absent, holdsSubject, type SubjectName } from "./absent.tsx";

/** Stands in for a screen until what it shows is there. */
export function PageWait() {
  return <p class="muted page-wait">Loading…</p>;
}

interface PageProps {
  readonly title: string;
  readonly kind?: string;
  /** What else the heading has. */
  readonly head?: ComponentChildren;
  /** What the screen is about: where the data has nothing of it, the screen says so instead. */
  readonly of?: SubjectName;
  readonly children: ComponentChildren;
}

/** A screen: its heading, and below it what it shows. */
export function Page({ title, kind = "", head, of: subject, children }: PageProps) {
  const isAbsent = subject !== undefined && !holdsSubject(subject);
  return (
    <article class={`page ${kind}`}>
      <header>
        <h1>{title}</h1>
        {!isAbsent && head}
      </header>
      {isAbsent ? <Absent of={subject} /> : children}
    </article>
  );
}

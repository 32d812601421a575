/** A grpc.health.v1 service name, serving while the snapshot in CURRENT is the one that is served. */
export const CURRENT_SNAPSHOT = "terrace.CurrentSnapshot";

/** Calls are answered, but from an older snapshot than the published one, or from a damaged one. */
export interface Degradation {
  /** The rejected or damaged snapshot; undefined when it is not known which one is current. */
  readonly snapshotId: string | undefined;
  readonly reason: string;
  readonly since: Date;
}

/** Whether this process takes calls, for load balancers and operators. Starts as not serving. */
export class Health {
  /** Full service names; "" is the whole process. */
  readonly services: ReadonlySet<string>;
  #problem: string | undefined = "starting";
  #degradation: Degradation | undefined;
  #ended = false;
  readonly #listeners = new Set<() => void>();

  constructor(services: Iterable<string>) {
    this.services = new Set(["", ...services]);
  }

  /** Undefined when up to date. */
  get degradation(): Degradation | undefined {
    return this.#degradation;
  }

  /** Whether the process serves. For CURRENT_SNAPSHOT, also that it is not degraded. */
  isServing(service: string): boolean {
    return this.#problem === undefined && (service !== CURRENT_SNAPSHOT || this.#degradation === undefined);
  }

  /** Sets the degradation, or clears it with undefined. */
  setDegraded(degradation: Degradation | undefined): void {
    if (this.#ended || this.#degradation === degradation) return;
    this.#degradation = degradation;
    this.#notify();
  }

  /** Why calls are not taken; undefined while they are. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** True after shutDown, when nothing changes any more. */
  get ended(): boolean {
    return this.#ended;
  }

  setServing(): void {
    this.setNotServing(undefined);
  }

  setNotServing(problem: string | undefined): void {
    if (this.#ended || this.#problem === problem) return;
    this.#problem = problem;
    this.#notify();
  }

  /** Not serving for good. Watch streams end, so that a drain does not wait for them. */
  shutDown(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#problem = "shutting down";
    this.#notify();
  }

  /** Calls `listener` after each change; returns an unsubscribe function. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Asked for by this name, grpc.health.v1 tells whether the snapshot that CURRENT names is the one that is served. */
export const CURRENT_SNAPSHOT = "terrace.CurrentSnapshot";

/** Calls are taken, but from an older snapshot than the one that was published, or from one that is damaged. */
export interface Degradation {
  /** The snapshot that is refused or damaged; undefined when it is not even known which one is current. */
  readonly snapshotId: string | undefined;
  readonly reason: string;
  readonly since: Date;
}

/** Whether this process takes calls, as reported to load balancers and operators. Starts as not serving. */
export class Health {
  /** Full names of the services whose status can be asked for; "" is the process as a whole. */
  readonly services: ReadonlySet<string>;
  #problem: string | undefined = "starting";
  #degradation: Degradation | undefined;
  #ended = false;
  readonly #listeners = new Set<() => void>();

  constructor(services: Iterable<string>) {
    this.services = new Set(["", ...services]);
  }

  /** What is older than it should be while calls are taken; undefined when nothing is. */
  get degradation(): Degradation | undefined {
    return this.#degradation;
  }

  /** Whether calls of a service are taken; of CURRENT_SNAPSHOT, whether it is served. */
  isServing(service: string): boolean {
    return this.#problem === undefined && (service !== CURRENT_SNAPSHOT || this.#degradation === undefined);
  }

  /** Says that an older snapshot is served, or with undefined that this is over. */
  setDegraded(degradation: Degradation | undefined): void {
    if (this.#ended || this.#degradation === degradation) return;
    this.#degradation = degradation;
    this.#tell();
  }

  /** Why calls are not taken; undefined while they are. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** True after shutDown: nothing changes any more. */
  get ended(): boolean {
    return this.#ended;
  }

  setServing(): void {
    this.setNotServing(undefined);
  }

  setNotServing(problem: string | undefined): void {
    if (this.#ended || this.#problem === problem) return;
    this.#problem = problem;
    this.#tell();
  }

  /** Not serving for good. Watchers hear it and their streams end, so that a drain does not wait for them. */
  shutDown(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#problem = "shutting down";
    this.#tell();
  }

  /** Calls back after each change until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Whether this process takes calls, as told to load balancers and operators. Starts as not serving. */
export class Health {
  /** Full names of the services whose status can be asked for; "" is the process as a whole. */
  readonly services: ReadonlySet<string>;
  #problem: string | undefined = "starting";
  #ended = false;
  readonly #listeners = new Set<() => void>();

  constructor(services: Iterable<string>) {
    this.services = new Set(["", ...services]);
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
    this.#change(undefined);
  }

  setNotServing(problem: string): void {
    this.#change(problem);
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

  #change(problem: string | undefined): void {
    if (this.#ended || this.#problem === problem) return;
    this.#problem = problem;
    this.#tell();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

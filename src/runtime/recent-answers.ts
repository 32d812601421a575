/** Answers by key, of which the least recently used is dropped when there are more than `capacity`. */
export class RecentAnswers<T> {
  readonly #capacity: number;
  readonly #answers = new Map<string, T>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: string): T | undefined {
    const answer = this.#answers.get(key);
    if (answer === undefined) return undefined;
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    return answer;
  }

  set(key: string, answer: T): void {
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    if (this.#answers.size <= this.#capacity) return;
    const [oldest] = this.#answers.keys();
    this.#answers.delete(oldest);
  }
}

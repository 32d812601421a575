/** What work fails with; undefined where it does not. */
export function failureOf(work: Promise<unknown>): Promise<Error | undefined> {
  return work.then(
    () => undefined,
    (error: Error) => error,
  );
}

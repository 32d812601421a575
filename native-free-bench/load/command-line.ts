/** Progress goes to standard error: standard output holds the report only. */
export function say(text: string): void {
  console.error(text);
}

export function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}

export function positiveOption(name: string, value: string | undefined): number {
  const number = Number(value);
  if (!(number > 0)) refuse(`--${name} "${value}" is not a number above 0`);
  return number;
}

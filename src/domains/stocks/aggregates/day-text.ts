/** SQL for a date as answers spell it, YYYY-MM-DD; null stays null. */
export function dayText(date: string): string {
  return `strftime(${date}, '%Y-%m-%d')`;
}

/** SQL for the number of a day since 1970-01-01, as pages keep it: never negative. */
export function dayOf(date: string): string {
  return `greatest(0, ${date} - DATE '1970-01-01')`;
}

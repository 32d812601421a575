const MS_A_DAY = 86_400_000;

/** The day so many months later (earlier when negative); the last day of its month where the month is too short. */
export function addMonths(day: number, months: number): number {
  const date = new Date(day * MS_A_DAY);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth() + months;
  const first = (at: number) => Date.UTC(Math.floor(at / 12), at - 12 * Math.floor(at / 12), 1) / MS_A_DAY;
  return Math.min(first(month) + date.getUTCDate() - 1, first(month + 1) - 1);
}

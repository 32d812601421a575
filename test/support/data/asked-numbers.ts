/** Smallest and largest int32: what a caller can send at worst. */
export const [LEAST, MOST] = [-2_147_483_648, 2_147_483_647];

/** Numbers that are asked for, each with what it is read as. */
export function askedNumbers(read: Readonly<Record<number, number>>): [asked: number, read: number][] {
  return Object.entries(read).map(([asked, as]) => [Number(asked), as]);
}

/** Who a library belongs to, and what they may see in it. */
export type Reader = { readerId: number; adult: boolean; teen: boolean };

/** Comics from this age on are not shown to the reader. */
export function ageLimit({ adult, teen }: Reader): number {
  if (teen) return 12;
  return adult ? 18 : 16;
}

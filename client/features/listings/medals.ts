/** The colours of the first three ranks. */
export const MEDALS: readonly string[] = ['text-gold', 'text-silver', 'text-bronze'];

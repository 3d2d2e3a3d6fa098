/** The characters of an uploaded bill: packed, a day with some 30,000 payments. */
export const MOST_BILL_TEXT = 1_000_000;

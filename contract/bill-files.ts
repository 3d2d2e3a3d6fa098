/** The maximum length of an uploaded bill, compressed and in base64. It holds a day of about 30,000 payments. */
export const MOST_BILL_TEXT = 1_000_000;

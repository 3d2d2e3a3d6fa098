const DIGITS = 11;

/** Whether a code can be sent to the number: a mainland number in the server's form. */
export function isTelephone(text: string): boolean {
  return /^1\d{10}$/.test(text);
}

/** The digits of a typed or pasted number, without country code and separators. */
export function telephoneIn(text: string): string {
  const digits = text.normalize('NFKC').replace(/\D/g, '');
  return digits.replace(/^(?:00)?86(?=1\d{10}$)/, '').slice(0, DIGITS);
}

/** The text of a field after a paste over `selected`. A complete number replaces the whole text. */
export function pastedTelephone(value: string, selected: { start: number; end: number }, pasted: string): string {
  const number = telephoneIn(pasted);
  if (isTelephone(number)) return number;
  return telephoneIn(value.slice(0, selected.start) + pasted + value.slice(selected.end));
}

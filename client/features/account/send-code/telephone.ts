const DIGITS = 11;

/** Whether a code can be sent there: a mainland number, as the server takes it. */
export function isTelephone(text: string): boolean {
  return /^1\d{10}$/.test(text);
}

/** The number in what was typed or pasted, without the country's code and all that people write between the digits. */
export function telephoneIn(text: string): string {
  const digits = text.normalize('NFKC').replace(/\D/g, '');
  return digits.replace(/^(?:00)?86(?=1\d{10}$)/, '').slice(0, DIGITS);
}

/** What a field holds after a paste over `selected`; a whole number takes the place of all that is there. */
export function pastedTelephone(value: string, selected: { start: number; end: number }, pasted: string): string {
  const number = telephoneIn(pasted);
  if (isTelephone(number)) return number;
  return telephoneIn(value.slice(0, selected.start) + pasted + value.slice(selected.end));
}

/** The longest address that SMTP allows. */
export const MOST_MAIL_ADDRESS = 254;

/** One ASCII address with a domain that has a dot: the parts that every mail server takes. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/i;

export function isMailAddress(text: string): boolean {
  return text.length <= MOST_MAIL_ADDRESS && ADDRESS.test(text) && !/^\.|\.\.|\.@/.test(text);
}

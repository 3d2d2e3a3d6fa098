import { createHash } from 'node:crypto';
import { FORGOTTEN_PASSWORD } from '#contract/faq';
import { DEFAULT_FAQ } from './default-faq.ts';
import type { FaqPart } from './parts.ts';

/** A question as readers see it; `key` is its name in addresses and votes. */
export type Question = FaqPart & { key: string };

/**
 * All questions that readers see. The login dialog leads readers to the one about a forgotten password: where an editor
 * gives none, the site's own is added at the end.
 */
export function questionsOf(faq: readonly FaqPart[]): Question[] {
  const all = faq.some(isForgottenPassword) ? faq : [...faq, ...DEFAULT_FAQ.filter(isForgottenPassword)];
  return all.map((each) => ({ ...each, key: keyOf(each) }));
}

/** The key that a question has; other words make another key, so an editor who rewords a question should give it one. */
export function keyOf({ key, question }: Pick<FaqPart, 'key' | 'question'>): string {
  return key ?? `q-${createHash('sha256').update(question).digest('hex').slice(0, 10)}`;
}

/** The dialog asks for questions of the first type, about accounts. */
function isForgottenPassword({ type, question }: FaqPart): boolean {
  return type === 0 && FORGOTTEN_PASSWORD.test(question);
}

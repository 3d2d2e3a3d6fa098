import type { BrowserContext } from 'playwright-core';

/** What a reader of these tests has answered to the sheet of the first visit; null leaves it to be answered. */
export async function answerConsent(context: BrowserContext, consent: 'given' | 'refused' | null): Promise<void> {
  if (consent === null) return;
  await context.addInitScript((answer) => {
    if (!localStorage.getItem('settings')) localStorage.setItem('settings', JSON.stringify({ consent: answer }));
  }, consent);
}

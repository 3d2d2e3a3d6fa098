import type { BrowserContext } from 'playwright-core';

/** Sets the reader's choice in the consent sheet of the first visit; null leaves the sheet open. */
export async function answerConsent(context: BrowserContext, consent: 'given' | 'refused' | null): Promise<void> {
  if (consent === null) return;
  await context.addInitScript((answer) => {
    if (!localStorage.getItem('settings')) localStorage.setItem('settings', JSON.stringify({ consent: answer }));
  }, consent);
}

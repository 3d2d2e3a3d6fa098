import { createMail } from './mail.ts';
import type { AlertSettings } from './settings.ts';
import { createWebhook, type Tell } from './webhook.ts';

/** One of those who are told: what each was told is remembered by its name. */
export type Receiver = { name: string; tell: Tell };

/** A mailbox is one each: that one refuses says nothing about the others. */
export function openReceivers(
  { webhook, mail }: Pick<AlertSettings, 'webhook' | 'mail'>,
  fetch: typeof globalThis.fetch,
): Receiver[] {
  return [
    ...(webhook ? [{ name: 'webhook', tell: createWebhook(webhook, fetch) }] : []),
    ...(mail?.to.map((to) => ({ name: `mail:${to}`, tell: createMail(mail, to) })) ?? []),
  ];
}

import { fetchPublic } from '../../adapters/public-fetch.ts';
import { createMail } from './mail.ts';
import type { AlertSettings } from './settings.ts';
import { createWebhook, type SendText } from './webhook.ts';

/** A receiver of alerts. The alerts that it got are stored under its name. */
export type Receiver = { name: string; send: SendText };

/** Each mailbox is a receiver of its own: if one refuses, the others still get the alert. */
export function openReceivers(
  { webhook, mail }: Pick<AlertSettings, 'webhook' | 'mail'>,
  fetch: typeof globalThis.fetch,
): Receiver[] {
  return [
    ...(webhook ? [{ name: 'webhook', send: createWebhook(webhook, webhook.isPublicOnly ? fetchPublic : fetch) }] : []),
    ...(mail?.to.map((to) => ({ name: `mail:${to}`, send: createMail(mail, to) })) ?? []),
  ];
}

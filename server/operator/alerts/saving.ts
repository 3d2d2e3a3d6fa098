import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseDocument } from 'yaml';
import { isPrivateHost } from '../../adapters/private-network.ts';
import { hostOf } from '../../adapters/public-fetch.ts';
import type { SavingMistake } from '../settings-file/replace.ts';
import type { MailSettings } from './mail.ts';
import { ALERTS_FILE_NAME, type AlertSettings, type AlertsPlace, readAlertSettings } from './settings.ts';
import type { WebhookFormat } from './webhook.ts';

/** The values to write. Null leaves a field out; for an address or a password, null keeps the stored one. */
type AlertsEdit = {
  webhook: { url: string | null; format: WebhookFormat } | null;
  mail: {
    host: string;
    port: number | null;
    security: MailSettings['security'];
    user: string | null;
    password: string | null;
    from: string | null;
    to: string[];
  } | null;
  backupHours: number;
  /** The names of rules. */
  off: string[];
};

/**
 * The new text of alerts.yaml; its comments stay. With mistakes, also of the current file, there is none. Without receivers the
 * file is deleted.
 */
export async function editAlertSettings(
  place: AlertsPlace,
  edit: AlertsEdit,
): Promise<{ mistakes: SavingMistake[] } | { text: string | null }> {
  const read = await readAlertSettings(place);
  if (read && 'mistakes' in read) return read;
  const now = read?.settings ?? null;
  const { webhook, mail } = edit;
  const mistakes = secretMistakes(edit, now, place.mailPassword !== null);
  if (mistakes.length > 0) return { mistakes };
  if (!webhook && !mail) return { text: null };
  const document = parseDocument(now ? await readFile(path.join(place.dataDir, ALERTS_FILE_NAME), 'utf8') : '{}');
  if (document.contents && 'flow' in document.contents) document.contents.flow = false;
  const set = (name: string, value: unknown) => (value === null ? document.delete(name) : document.set(name, value));
  const isPublicOnly = webhook?.url || now?.webhook?.isPublicOnly;
  const fields = { ...webhook, url: webhook?.url ?? now?.webhook?.url, ...(isPublicOnly && { public_only: true }) };
  set('webhook', webhook && fields);
  set('mail', mail && mailFields(mail, now, document.getIn(['mail', 'password'])));
  set('backup_hours', edit.backupHours);
  set('off', edit.off.length > 0 ? edit.off : null);
  return { text: document.toString() };
}

/** A stored password, or that of the environment, is never sent to another server or for another user than before. */
function secretMistakes(
  { webhook, mail }: AlertsEdit,
  now: AlertSettings | null,
  isPasswordGiven: boolean,
): SavingMistake[] {
  const mistakes: SavingMistake[] = [];
  if (webhook?.url === null && !now?.webhook) mistakes.push({ field: 'webhook「url」', what: '要写地址' });
  if (webhook?.url && !webhook.url.startsWith('https://'))
    mistakes.push({ field: 'webhook「url」', what: '要写 https:// 开头的地址；http 的只能在文件里写' });
  else if (webhook?.url && URL.canParse(webhook.url) && isPrivateHost(hostOf(webhook.url)))
    mistakes.push({ field: 'webhook「url」', what: '这个地址只有内网能访问；内网的只能在文件里写' });
  const known = now?.mail;
  const isSame = mail && known?.host === mail.host && known.auth?.user === mail.user;
  if (mail && mail.user !== null && mail.password === null && (known?.auth || isPasswordGiven) && !isSame)
    mistakes.push({ field: 'mail「password」', what: '邮件服务器或用户名与原来的不同，要写密码' });
  return mistakes;
}

/** `stored`: the current password in the file; it may also be in the environment. */
function mailFields(
  { password, port, user, from, ...mail }: NonNullable<AlertsEdit['mail']>,
  now: AlertSettings | null,
  stored: unknown,
) {
  const kept = user !== null && now?.mail?.auth && typeof stored === 'string' ? stored : null;
  const used = password ?? kept;
  return {
    ...mail,
    ...(port === null ? {} : { port }),
    ...(user === null ? {} : { user }),
    ...(used === null ? {} : { password: used }),
    ...(from === null ? {} : { from }),
  };
}

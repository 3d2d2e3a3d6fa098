import type { Pool } from 'pg';
import { createEditorial } from '../../modules/editorial/editorial.ts';
import { countMails } from '../../modules/notices/notices.ts';
import { readAlertSettings } from '../alerts/settings.ts';

type MailPlace = { publicUrl: string | null; dataDir: string; alertMailPassword: string | null };

/** Whether mails to readers are switched on and can be sent, and how many wait. */
export async function readMailState(
  pool: Pool,
  { publicUrl, dataDir, alertMailPassword: mailPassword }: MailPlace,
  now: Date,
) {
  const { features } = await createEditorial(pool, () => false).parts();
  const read = await readAlertSettings({ dataDir, mailPassword });
  const hasServer = read !== null && 'settings' in read && read.settings.mail !== null;
  return {
    isOn: features.notices && features.mail === true,
    hasServer,
    hasAddress: publicUrl !== null,
    ...(await countMails(pool, now)),
  };
}

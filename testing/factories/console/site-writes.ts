import { randomUUID } from 'node:crypto';
import { setAlerts } from '#contract/console/alerts';
import { setAloneLimits } from '#contract/console/alone-limits';
import * as announcements from '#contract/console/announcements';
import { setChannels } from '#contract/console/channel-settings';
import * as editorial from '#contract/console/editorial';
import type { PartName } from '#contract/console/editorial-parts';
import * as sms from '#contract/console/sms';
import * as system from '#contract/console/system';
import { type ConsoleBench, type Sample, sample } from './bench.ts';

export const ANNOUNCEMENT = {
  kind: 'event',
  title: '三周年',
  body: '来领',
  link: null,
  seenDays: 90,
  at: null,
} as const;
const STRIPE = {
  kind: 'stripe',
  fields: { secret_key: 'sk_live_geheim00000000000000', webhook_secret: 'whsec_geheim0000000000000' },
} as const;
const ALIYUN = {
  kind: 'aliyun',
  fields: {
    access_key_id: 'LTAI5tAaaaaaaaaaaaaaaaaa',
    access_key_secret: 'Geheim000000000000000000000000',
    signature: '漫屿',
    'templates.default': 'SMS_154950909',
  },
} as const;
const ROBOT = { url: 'https://robot.example.com/send?key=1', format: 'plain' } as const;

/** The writes to the editorial data, the settings and the server. */
export const SITE_WRITES: readonly Sample[] = [
  sample(editorial.savePart, async (bench) => ({ payload: await hotWords(bench) })),
  sample(editorial.saveMoneyPart, async (bench) => ({ payload: await limits(bench) })),
  sample(editorial.undoPart, async (bench) => {
    const { entryId } = await bench.ask(editorial.savePart, await hotWords(bench));
    return { payload: { entryId: entryId ?? 0 } };
  }),
  sample(editorial.undoMoneyPart, async (bench) => {
    const { entryId } = await bench.ask(editorial.saveMoneyPart, await limits(bench));
    return { payload: { entryId: entryId ?? 0 } };
  }),
  sample(announcements.announcementCreate, () => ({ payload: { ...ANNOUNCEMENT, key: randomUUID() } })),
  sample(announcements.announcementWithdraw, async ({ ask }) => ({
    payload: await ask(announcements.announcementCreate, { ...ANNOUNCEMENT, key: randomUUID() }),
  })),
  sample(setAloneLimits, () => ({ payload: { once: 900, day: 4000 } })),
  // These two come before the calls that write the files: they send nothing.
  sample(system.testAlert, () => ({ payload: {} })),
  sample(sms.testSms, () => ({ payload: { telephone: null } })),
  sample(setAlerts, () => ({ payload: { webhook: ROBOT, mail: null, backupHours: 36, off: [] } })),
  sample(sms.setSms, () => ({ payload: { gateways: [ALIYUN], dailyBudget: 300 } })),
  sample(setChannels, () => ({ payload: { channels: [STRIPE] } })),
  sample(setAlerts, () => ({ payload: { webhook: null, mail: null, backupHours: 36, off: [] } }), 'no receiver'),
  sample(sms.setSms, () => ({ payload: { gateways: [], dailyBudget: null } }), 'no gateway'),
  sample(setChannels, () => ({ payload: { channels: [] } }), 'no channel'),
  sample(system.readMessages, () => ({ payload: {} })),
  // After the files are gone: the examination then makes no request to the providers.
  sample(system.startDoctor, () => ({ payload: {} })),
  sample(system.startBackup, () => ({ payload: {} })),
];

/** A part as it is opened. */
export async function opened({ ask }: ConsoleBench, name: PartName) {
  const { version, value } = await ask(editorial.part, { name });
  return { name, version, value };
}

export async function hotWords(bench: ConsoleBench) {
  return { ...(await opened(bench, 'hot')), value: [bench.word()] };
}

let dayLimit = 5000;

/** A change of the limits of top-ups. */
async function limits(bench: ConsoleBench) {
  dayLimit += 1;
  return { ...(await opened(bench, 'limits')), value: { adult: { order: null, day: String(dayLimit) } } };
}

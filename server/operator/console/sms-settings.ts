import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { DataOf, InputOf } from '#contract/call';
import * as calls from '#contract/console/sms';
import { readSmsGateways, SMS_FILE_NAME, type SmsPlace } from '../../adapters/sms/config.ts';
import { transaction } from '../../core/db/db.ts';
import { type Served, serve } from '../../core/dispatch/dispatch.ts';
import { formatMistake } from '../../core/files/yaml-source.ts';
import { maskedTelephone, type SmsBudget } from '../../modules/account/account.ts';
import { announceSettings } from '../../modules/operations/operations.ts';
import { logStaffEvent, staffActor } from '../../modules/staff/staff.ts';
import { changedSince, type StoredFields, viewProviders, writeProviders } from '../settings-file/providers.ts';
import type { SavingMistake } from '../settings-file/replace.ts';
import { saveSettings } from '../settings-file/save.ts';
import { runSmsCheck } from '../settings-file/sms-check.ts';

type SmsView = DataOf<typeof calls.smsSettings>;
type SmsEdit = InputOf<typeof calls.setSms>;
export type SmsSettingsParts = { pool: Pool; smsBudget: SmsBudget; place: SmsPlace; reloadSms(): Promise<void> };

const KINDS: StoredFields = {
  aliyun: { access_key_secret: ['access_key_id'] },
  'aliyun-verify': { access_key_secret: ['access_key_id'] },
  tencent: { secret_key: ['secret_id'] },
  twilio: { auth_token: ['account_sid'], api_secret: ['api_key', 'account_sid'] },
};
const BUDGET = 'daily_budget';
/** A proxy would not wait for as long as the command does. */
const REPORT_LOOKS = 2;

const PARTS = { fetch: globalThis.fetch, clock: () => new Date() };

/** The gateways of text messages as sms.yaml has them; empty without the file. */
async function view({ place, smsBudget }: SmsSettingsParts, name = SMS_FILE_NAME) {
  const read = await readSmsGateways(place.dataDir, PARTS, name);
  const budget = { dailyBudget: smsBudget.ofDay, isBudgetOfEnvironment: place.budget !== null };
  if (read && 'mistakes' in read)
    return { ...budget, gateways: [], mistakes: read.mistakes.map((each) => formatMistake(SMS_FILE_NAME, each)) };
  const providers = read ? viewProviders(await readFile(path.join(place.dataDir, name), 'utf8'), KINDS) : [];
  const gateways = providers.map(({ kind, fields, stored }) => ({
    kind: kind as SmsView['gateways'][number]['kind'],
    fields,
    stored: stored.map(({ name }) => ({ name, print: null })),
  }));
  return { ...budget, gateways, mistakes: [] };
}

/** The new text of sms.yaml; without gateways the file is deleted. With mistakes, also of the current file, there is none. */
async function edited(
  place: SmsPlace,
  { gateways, dailyBudget, seen }: SmsEdit,
): Promise<{ mistakes: SavingMistake[] } | { text: string | null }> {
  const read = await readSmsGateways(place.dataDir, PARTS);
  if (read && 'mistakes' in read) return read;
  const text = read ? await readFile(path.join(place.dataDir, SMS_FILE_NAME), 'utf8') : '';
  const changed = changedSince(text, KINDS, seen);
  if (changed.length > 0) return { mistakes: changed };
  if (dailyBudget !== null && place.budget !== null)
    return { mistakes: [{ field: BUDGET, what: '由环境变量 SMS_DAILY_BUDGET 定，在服务器上改' }] };
  if (dailyBudget !== null && gateways.length === 0)
    return { mistakes: [{ field: BUDGET, what: '没有网关就没有 sms.yaml，一天的上限存不下来' }] };
  if (gateways.length === 0) return { text: null };
  const { document, mistakes } = writeProviders(text, gateways, KINDS);
  if (mistakes.length > 0) return { mistakes };
  if (dailyBudget !== null) document.set(BUDGET, dailyBudget);
  return { text: document.toString() };
}

/** The settings of text messages. */
export function smsCalls(parts: SmsSettingsParts): Served[] {
  const { pool, place } = parts;
  return [
    serve(calls.smsSettings, () => view(parts)),

    serve(calls.setSms, async (ctx, payload) => {
      const mistakes = await saveSettings(pool, ctx, {
        dataDir: place.dataDir,
        file: SMS_FILE_NAME,
        action: 'set-sms',
        edit: () => edited(place, payload),
        read: (name) => readSmsGateways(place.dataDir, PARTS, name),
        async after(name) {
          const { gateways } = await view(parts, name);
          return { gateways: gateways.map(({ kind, fields }) => ({ kind, ...fields })), ...budgetOf(payload) };
        },
      });
      if (mistakes.length === 0) {
        await parts.reloadSms();
        await announceSettings(pool);
      }
      return { mistakes };
    }),

    serve(calls.testSms, async ({ caller, now }, { telephone }) => {
      let text = '';
      const stdout = {
        write(more: string) {
          text += more;
        },
      };
      const context = { ...PARTS, dataDir: place.dataDir, wait: setTimeout, stdout, reportLooks: REPORT_LOOKS };
      const isGood = (await runSmsCheck({ telephone }, context)) === 0;
      const { personId } = caller;
      const after = { to: telephone === null ? null : maskedTelephone(telephone), good: isGood };
      const event = { actor: staffActor(personId), action: 'test-sms', personId, after };
      await transaction(pool, (tx) => logStaffEvent(tx, event, now));
      return { isGood, text };
    }),
  ];
}

const budgetOf = ({ dailyBudget }: SmsEdit) => (dailyBudget === null ? {} : { dailyBudget });

import { DAMAGED, isDatabaseDamaged } from '../../core/db/database-damage.ts';
import { printableLine } from '../../core/text/printable.ts';
import { address } from './checks/address.ts';
import { auditLog } from './checks/audit-log.ts';
import { backup } from './checks/backup.ts';
import { clock } from './checks/clock.ts';
import { disk, roomAt } from './checks/disk.ts';
import { imports } from './checks/imports.ts';
import { ledger } from './checks/ledger.ts';
import { mail } from './checks/mail.ts';
import { money } from './checks/money.ts';
import { oidc, oidcProvider } from './checks/oidc.ts';
import { permissions } from './checks/permissions.ts';
import { pictures } from './checks/pictures.ts';
import { proxy } from './checks/proxy.ts';
import { push } from './checks/push.ts';
import { secrets } from './checks/secrets.ts';
import { sms } from './checks/sms.ts';
import { staff } from './checks/staff.ts';
import { versions } from './checks/versions.ts';
import { watching } from './checks/watching.ts';
import type { Check, DoctorContext, Finding } from './finding.ts';

const CHECKS: readonly Check[] = [
  versions,
  address,
  proxy,
  secrets,
  clock,
  disk,
  permissions,
  staff,
  oidc,
  oidcProvider,
  backup,
  watching,
  sms,
  push,
  mail,
  imports,
  money,
  ledger,
  auditLog,
  pictures,
];

export type Diagnosis = { check: string } & Finding;

/** The checks of the console's pages: also the last import, which the message at the start does not contain. */
const SHOWN_IN_CONSOLE = [...CHECKS.filter(({ isQuick }) => isQuick), imports];

/**
 * Runs the checks one after the other. A check that throws is a finding too. `onCheck` is called before each one, with how many
 * are done.
 */
export async function examineSite(
  context: DoctorContext,
  which: 'all' | 'quick' | 'console' = 'all',
  onCheck?: (title: string, done: number, of: number) => void,
): Promise<Diagnosis[]> {
  const found: Diagnosis[] = [];
  const checks = which === 'console' ? SHOWN_IN_CONSOLE : CHECKS.filter(({ isQuick }) => which === 'all' || isQuick);
  for (const [done, { title, look }] of checks.entries()) {
    onCheck?.(title, done, checks.length);
    const findings = await look(context).catch((error: unknown) => [aboutFailure(error)]);
    found.push(...findings.map((finding) => ({ check: title, ...finding })));
    // The other checks read tables that an older database does not have.
    if (title === versions.title && findings.some(({ state }) => state !== 'good')) break;
  }
  return found;
}

function aboutFailure(error: unknown): Finding {
  if (isDatabaseDamaged(error)) return { state: 'fault', found: DAMAGED.found(error), advice: DAMAGED.advice };
  return { state: 'fault', found: `没有查成：${error instanceof Error ? error.message : String(error)}` };
}

/** The checks that need no database. `why`: why it could not be opened, a sentence without the full stop. */
export async function examineWithoutDatabase(
  why: string,
  { config, imageDir }: Pick<DoctorContext, 'config' | 'imageDir'>,
): Promise<Diagnosis[]> {
  const closed: Diagnosis = {
    check: '数据库',
    state: 'fault',
    found: `打不开：${why}`,
    advice: '修好之后再检查一次：其余的要有数据库才看得到',
  };
  const findings = await Promise.all([
    roomAt(config.dataDir, config.diskLowBytes).then((finding) => [{ check: disk.title, ...finding }]),
    permissions
      .look({ config, imageDir })
      .then((found) => found.map((each) => ({ check: permissions.title, ...each }))),
  ]);
  return [closed, ...findings.flat()];
}

/** A finding as the console shows it. */
export function viewDiagnosis({ check, state, found, advice }: Diagnosis) {
  return { check, state, found, advice: advice ?? null };
}

/** Warnings and faults, printed when the site starts. */
export function reminders(found: readonly Diagnosis[]): string {
  return found
    .filter(({ state }) => state === 'warning' || state === 'fault')
    .map(
      ({ check, found, advice }) => `${printableLine(`提醒（${check}）：${found}。${advice ? `${advice}。` : ''}`)}\n`,
    )
    .join('');
}

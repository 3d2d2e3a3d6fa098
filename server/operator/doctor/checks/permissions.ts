import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { OIDC_FILE_NAME } from '../../../adapters/oidc-settings.ts';
import { PUSH_KEY_NAME } from '../../../adapters/push/push-sender.ts';
import { STAFF_KEY_NAME } from '../../../modules/staff/staff.ts';
import type { Check, DoctorContext, Finding } from '../finding.ts';

const ANYBODY = 0o007;
const OTHERS = 0o077;
const SECRETS = ['channels.yaml', 'sms.yaml', 'alerts.yaml', OIDC_FILE_NAME, STAFF_KEY_NAME, PUSH_KEY_NAME];
const CLOSED = ['guarded', 'original'];

/** Checks that the data folder is writable, and that other users can't read secrets and paid pictures. */
export const permissions = {
  title: '权限',
  isQuick: true,
  async look({ config: { dataDir }, imageDir }: Pick<DoctorContext, 'config' | 'imageDir'>): Promise<Finding[]> {
    const findings: Finding[] = [];
    for (const folder of [dataDir, imageDir]) if (await modeOf(folder)) findings.push(...(await unwritable(folder)));
    for (const file of SECRETS.map((name) => path.join(dataDir, name)))
      if (((await modeOf(file)) ?? 0) & OTHERS)
        findings.push({ state: 'fault', found: `别的用户能读 ${file}`, advice: `chmod 600 ${file}` });
    for (const folder of CLOSED.map((name) => path.join(imageDir, name)))
      if (((await modeOf(folder)) ?? 0) & ANYBODY)
        findings.push({
          state: 'warning',
          found: `别的用户能读 ${folder} 里要付费的图片`,
          advice: `chmod 700 ${folder}`,
        });
    return findings.length > 0 ? findings : [{ state: 'good', found: `${dataDir} 可以读写，密钥只有自己能读` }];
  },
} satisfies Check;

async function unwritable(folder: string): Promise<Finding[]> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return [];
  } catch (error) {
    const isReadOnly = error instanceof Error && 'code' in error && error.code === 'EROFS';
    const advice = isReadOnly ? '它所在的盘是只读的：查看系统日志，重新挂载' : '修正它和各级上层目录的所有者与权限';
    return [{ state: 'fault', found: `不能写入 ${folder}`, advice }];
  }
}

/** Null if the file does not exist. */
async function modeOf(file: string): Promise<number | null> {
  return (await stat(file).catch(() => null))?.mode ?? null;
}

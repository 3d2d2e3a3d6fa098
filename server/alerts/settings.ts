import path from 'node:path';
import * as v from 'valibot';
import { readSecretFile, UnusableFile } from '../adapters/secret-file.ts';
import { type Mistake, readYaml } from '../core/yaml-source.ts';
import { RULE_NAMES, type RuleName } from './rules.ts';
import { FORMATS, type WebhookFormat } from './webhook.ts';

export const ALERTS_FILE_NAME = 'alerts.yaml';

export type AlertSettings = {
  webhook: { url: string; format: WebhookFormat };
  backupHours: number;
  off: readonly RuleName[];
};

const DEFAULT_HOURS = 36;

const said = (issue: { expected: string | null; received: string }): string => {
  if (issue.expected === 'never') return '没有这个字段';
  return issue.received === 'undefined' ? '缺少这个字段' : '要写成「字段: 内容」，每项一行';
};
const ADDRESS = '要写 http:// 或 https:// 开头的地址';

const FILE = v.strictObject(
  {
    webhook: v.strictObject(
      {
        url: v.pipe(v.string(ADDRESS), v.trim(), v.regex(/^https?:\/\/[^\s/]+/, ADDRESS)),
        format: v.optional(v.picklist(FORMATS, `要写 ${FORMATS.join('、')} 之一`), 'plain'),
      },
      said,
    ),
    backup_hours: v.optional(
      v.pipe(v.number('要写小时数'), v.integer('要写整数'), v.minValue(1, '要写 1 或更大的整数')),
      DEFAULT_HOURS,
    ),
    off: v.optional(v.array(v.picklist(RULE_NAMES, `只有 ${RULE_NAMES.join('、')}`), '要写成列表，如 [import]'), []),
  },
  said,
);

/** Reads alerts.yaml; null = there is none. Its address opens the channel, so nothing of it may get into a log. */
export async function readAlertSettings(
  dataDir: string,
): Promise<{ settings: AlertSettings } | { mistakes: Mistake[] } | null> {
  let text: string;
  try {
    text = await readSecretFile(path.join(dataDir, ALERTS_FILE_NAME));
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    const { cause } = error;
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    return { mistakes: [{ line: 1, field: '', what: error.message }] };
  }
  const { root, mistakes, wrong } = readYaml(text, new Set(['backup_hours']));
  if (root === undefined) return { mistakes };
  const read = v.safeParse(FILE, root);
  if (read.success) {
    const { webhook, backup_hours: backupHours, off } = read.output;
    return { settings: { webhook, backupHours, off } };
  }
  for (const { path: steps = [], message } of read.issues)
    wrong(
      steps.flatMap(({ key }) => (typeof key === 'string' || typeof key === 'number' ? [key] : [])),
      message,
    );
  return { mistakes: mistakes.toSorted((a, b) => a.line - b.line) };
}

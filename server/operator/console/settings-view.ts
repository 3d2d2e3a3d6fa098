import { access } from 'node:fs/promises';
import path from 'node:path';
import type { DataOf } from '#contract/call';
import type { system } from '#contract/console/system';
import type { DoctorContext } from '../doctor/finding.ts';

type Settings = NonNullable<DataOf<typeof system>['settings']>;

const MEGABYTE = 1024 * 1024;
const FILES = [
  ['channels.yaml', '支付渠道'],
  ['sms.yaml', '短信网关'],
  ['alerts.yaml', '告警的接收方'],
  ['oidc.yaml', '用公司账号登录'],
] as const;

const onOff = (isOn: boolean) => (isOn ? 'on' : 'off');
const isSet = (secret: unknown) => (secret ? '设了，不显示' : null);

/** The settings of the environment and the files. Secrets and addresses with passwords are not shown. */
export async function viewSettings(config: DoctorContext['config']): Promise<Settings> {
  const { trustProxy, metricsPort } = config;
  const variables: [name: string, what: string, value: string | number | null][] = [
    ['PUBLIC_URL', '网站的地址', config.publicUrl],
    ['CONSOLE_ORIGIN', '后台单独的地址', config.consoleOrigin],
    ['HOST', '监听的地址', config.host],
    ['PORT', '监听的端口', config.port],
    ['TRUST_PROXY', '前面的反向代理', trustProxy === false ? null : trustProxy],
    ['DATA_DIR', '数据目录', config.dataDir],
    ['DATABASE_URL', '自己的 PostgreSQL；没有设就用自带的', isSet(config.databaseUrl)],
    ['API_KEY', '接口的密钥', config.cipher.isDefault ? null : isSet(config.cipher.key)],
    ['LIBRARY_DIR', '书库文件夹', config.libraryDirs.join(path.delimiter) || null],
    ['BACKUP_DIR', '备份放在哪里', config.backupDir],
    ['MIGRATION_BACKUP', '升级数据库之前先备份', onOff(config.migrationBackup)],
    ['SANDBOX_PAYMENTS', '沙箱付款，不收钱', onOff(config.sandboxPayments)],
    ['SMS_DAILY_BUDGET', '一天最多几条短信', config.smsDailyBudget],
    ['ALERT_MAIL_PASSWORD', '发告警的邮箱的密码', isSet(config.alertMailPassword)],
    ['DISK_LOW_MB', '剩余空间低于它就不再接收', config.diskLowBytes / MEGABYTE],
    ['DISK_RESERVE_MB', '给自带的数据库留的空间', config.diskReserveBytes / MEGABYTE],
    ['STORE_GROUP', '能读图片的用户组', config.storeGroup],
    ['LOG_LEVEL', '日志的详细程度', config.logLevel],
    ['ACCESS_LOG', '访问日志', config.accessLog],
    ['METRICS_PORT', '指标的端口', metricsPort],
  ];
  const files = await Promise.all(
    FILES.map(async ([name, what]) => {
      const isThere = await access(path.join(config.dataDir, name)).then(
        () => true,
        () => false,
      );
      return { name, what, value: isThere ? '有' : null, isFile: true };
    }),
  );
  const shown = variables.map(([name, what, value]) => {
    return { name, what, value: value === null ? null : String(value), isFile: false };
  });
  return [...shown, ...files];
}

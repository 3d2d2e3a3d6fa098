import type { DataOf, InputOf } from '#contract/call';
import type { setAlerts } from '#contract/console/alerts';
import type { system } from '#contract/console/system';

type Edit = InputOf<typeof setAlerts>;
export type Alerts = DataOf<typeof system>['alerts'];
type Settings = Alerts['settings'];

export type AlertValues = {
  /** Empty = none. */
  robot: '' | NonNullable<Edit['webhook']>['format'];
  url: string;
  byMail: boolean;
  /** One a line. */
  to: string;
  host: string;
  security: NonNullable<Edit['mail']>['security'];
  port: string;
  user: string;
  password: string;
  from: string;
  backupHours: string;
  /** The names of the rules that are on. */
  on: string[];
};

const DEFAULT_HOURS = 36;

export function toForm(settings: Settings, rules: Alerts['rules']): AlertValues {
  const { webhook = null, mail = null, backupHours = DEFAULT_HOURS, off = [] } = settings ?? {};
  return {
    robot: webhook?.format ?? (settings ? '' : 'wecom'),
    url: '',
    byMail: mail !== null,
    to: mail?.to.join('\n') ?? '',
    host: mail?.host ?? '',
    security: mail?.security ?? 'tls',
    port: mail ? String(mail.port) : '',
    user: mail?.user ?? '',
    password: '',
    from: mail?.from ?? '',
    backupHours: String(backupHours),
    on: rules.map(({ name }) => name).filter((name) => !off.includes(name)),
  };
}

export function fromForm(values: AlertValues, rules: Alerts['rules']): Edit {
  const text = (value: string) => value.trim() || null;
  const { robot, byMail, on } = values;
  return {
    webhook: robot === '' ? null : { url: text(values.url), format: robot },
    mail: byMail
      ? {
          host: values.host.trim(),
          port: values.port.trim() === '' ? null : Number(values.port),
          security: values.security,
          user: text(values.user),
          password: text(values.password),
          from: text(values.from),
          to: values.to.split(/\s+/).filter(Boolean),
        }
      : null,
    backupHours: Number(values.backupHours),
    off: rules.map(({ name }) => name).filter((name) => !on.includes(name)),
  };
}

const FIELDS: Readonly<Record<string, keyof AlertValues>> = {
  'webhook「url」': 'url',
  'webhook「format」': 'robot',
  'mail「host」': 'host',
  'mail「port」': 'port',
  'mail「security」': 'security',
  'mail「user」': 'user',
  'mail「password」': 'password',
  'mail「from」': 'from',
  backup_hours: 'backupHours',
};

/** The field of the form for one of the file; null = there is none. */
export function fieldOf(name: string): keyof AlertValues | null {
  return name.startsWith('mail「to」') ? 'to' : (FIELDS[name] ?? null);
}

import type { RecordedEvent, RefusedImport } from '../../modules/operations/operations.ts';
import { sizeText } from '../disk/disk-space.ts';
import type { SeenDisk } from '../disk/disk-watch.ts';

/** The input of the rules. */
export type Facts = {
  now: Date;
  lowDisks: readonly SeenDisk[];
  /** Null = the site was never backed up. */
  lastBackup: Date | null;
  refusedImport: RefusedImport | null;
  /** The operator events of the last minutes. */
  seen: readonly RecordedEvent[];
  /** The newest complaint without an answer. */
  complaint: { id: number; at: Date } | null;
  /** The members of staff who have reached today's limit of phone numbers of readers. */
  phones: { day: string; names: readonly string[] };
  /** Text messages of this day. */
  sms: { ofDay: number; spent: number; state: 'enough' | 'reserved' | 'spent' };
};

/** A trouble with another `occasion` is a new one and is sent again. */
export type Trouble = { occasion: string; text: string };

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Checks report a problem every five minutes as long as it lasts. */
export const SEEN_WITHIN_MS = 15 * 60 * 1000;

/** The number of phone numbers that a member of staff may look at on a day. */
export const MANY_PHONES = 50;

const LEDGER_ALARMS = ['alarm:wallet', 'alarm:rewards'];

/** The rules by their name in alerts.yaml, which can turn them off. */
export const RULES = {
  disk: {
    title: '磁盘',
    find: ({ lowDisks: [low] }) => low && once(`${low.path} 所在的盘还有 ${sizeText(low.freeBytes)}`, low.path),
  },
  backup: {
    title: '备份',
    find({ now, lastBackup }, { backupHours }) {
      if (lastBackup === null) return once('还没有备份过');
      const hours = Math.floor((now.getTime() - lastBackup.getTime()) / HOUR_MS);
      return hours >= backupHours && once(`已经 ${hours} 小时没有备份`);
    },
  },
  import: {
    title: '导入',
    find: ({ now, refusedImport }) =>
      refusedImport &&
      now.getTime() - refusedImport.at.getTime() < DAY_MS &&
      once(`有 ${refusedImport.refused} 份没有导入，如 ${refusedImport.example}`, refusedImport.at.toISOString()),
  },
  library: {
    title: '书库',
    find: ({ seen }) => alarmed(seen, ({ what }) => what === 'library-failed', '书库文件夹没有导入成，会再试'),
  },
  faults: { title: '出错', find: ({ seen }) => alarmed(seen, ({ what }) => what === 'fault', '服务器出错的接口') },
  sms: {
    title: '短信',
    find: ({ sms, seen }) => budgetTrouble(sms) ?? alarmed(seen, ({ what }) => what === 'alarm:sms', '短信'),
  },
  complaint: {
    title: '投诉',
    find: ({ complaint }) =>
      complaint && once(`有新的举报或侵权投诉：manyu feedback show ${complaint.id}`, String(complaint.id)),
  },
  phones: {
    title: '手机号',
    find: ({ phones: { day, names } }) =>
      names.length > 0 &&
      once(`${names.join('、')} 今天看了 ${MANY_PHONES} 次读者的手机号，再看会被拒绝`, `${day} ${names.join()}`),
  },
  ledger: {
    title: '账目',
    find: ({ seen }) => alarmed(seen, ({ what }) => LEDGER_ALARMS.includes(what), '账目不符，先停止收款'),
  },
  shop: {
    title: '收款',
    find: ({ seen }) => alarmed(seen, ({ what }) => what === 'alarm:shop', '查看日志里 alarm 为 shop 的行'),
  },
} as const satisfies Record<string, LooseRule>;

/** A rule as it is written: nothing wrong may be any falsy value. */
type LooseRule = {
  title: string;
  find(facts: Facts, settings: { backupHours: number }): Trouble | null | undefined | false;
};

export type RuleName = keyof typeof RULES;
export const RULE_NAMES = Object.keys(RULES) as RuleName[];

function once(text: string, occasion = ''): Trouble {
  return { occasion, text };
}

/** Uses the count and not the log: the log has a line only when a reader requests a code. */
function budgetTrouble({ ofDay, spent, state }: Facts['sms']): Trouble | null {
  if (state === 'enough') return null;
  const text =
    state === 'spent'
      ? `今天的 ${ofDay} 条已经发完，谁也收不到验证码`
      : `今天的 ${ofDay} 条已经发了 ${spent} 条，余下的只发给已注册的号码`;
  return once(text, state);
}

function alarmed(
  seen: readonly RecordedEvent[],
  isOurs: (thing: RecordedEvent) => boolean,
  text: string,
): Trouble | null {
  const found = seen.find(isOurs);
  return found ? once(`${text}：${found.detail}`, found.what) : null;
}

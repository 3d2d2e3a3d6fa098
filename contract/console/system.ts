import * as v from 'valibot';
import { Count, Id, Time } from '../shapes.ts';
import { AlertSettings } from './alerts.ts';
import { Finding, USUAL } from './shapes.ts';
import { staffCall } from './staff-call.ts';

/** A check of the doctor. */
const Checked = v.object({ ...Finding.entries, state: v.picklist(['good', 'note', 'warning', 'fault']) });

/** Work in a process of its own. `lost`: its process was killed. */
const task = <Result extends v.GenericSchema>(result: Result) =>
  v.nullable(
    v.object({
      state: v.picklist(['running', 'done', 'failed', 'lost']),
      startedAt: Time,
      endedAt: v.nullable(Time),
      step: v.nullable(v.string()),
      done: Count,
      /** Null if it is not known. */
      total: v.nullable(Count),
      result: v.nullable(result),
      /** The reason of a failure, or the result. */
      text: v.nullable(v.string()),
    }),
  );

export const system = staffCall({
  path: 'system',
  who: { staff: 'system' },
  what: '系统的情况：检查、定时任务、导入、备份、磁盘、告警、版本。',
  payload: v.object({}),
  data: v.object({
    version: v.string(),
    checks: v.array(Checked),
    doctor: task(v.array(Checked)),
    jobs: v.array(
      v.object({
        name: v.string(),
        everySeconds: v.number(),
        doneAt: v.nullable(Time),
        failedAt: v.nullable(Time),
        failure: v.nullable(v.string()),
      }),
    ),
    library: v.nullable(
      v.object({
        folders: v.array(v.string()),
        missing: v.array(v.string()),
        startedAt: Time,
        endedAt: Time,
        new: Count,
        replaced: Count,
        updated: Count,
        unchanged: Count,
        refused: Count,
        failure: v.nullable(v.string()),
        /** The first hundred. */
        refusedFiles: v.array(v.object({ path: v.string(), reason: v.string(), since: v.string() })),
      }),
    ),
    refusedImport: v.nullable(v.object({ refused: Count, example: v.string(), at: Time })),
    backups: v.object({
      folder: v.string(),
      /** A fault of this disk would also destroy the backups. */
      isOnSameDisk: v.boolean(),
      lastAt: v.nullable(Time),
      /** The newest first. */
      list: v.array(v.object({ name: v.string(), madeAt: Time, rows: Count, pictures: Count, databaseBytes: Count })),
      task: task(v.null()),
    }),
    disks: v.array(
      v.object({
        path: v.string(),
        freeBytes: Count,
        usedBytes: Count,
        /** Null if it does not fill, or it is not known yet. */
        daysLeft: v.nullable(Count),
        low: v.boolean(),
      }),
    ),
    sms: v.object({ spent: Count, ofDay: Count }),
    /** Mails to readers. `hasServer`: alerts.yaml has a mail server. `hasAddress`: PUBLIC_URL is set. */
    mails: v.object({
      isOn: v.boolean(),
      hasServer: v.boolean(),
      hasAddress: v.boolean(),
      /** Addresses of readers: verified ones, and those that refuse mails. */
      verified: Count,
      undeliverable: Count,
      /** Notices that wait for a mail; those among them that failed twice, and those that should have been sent half an hour ago. */
      waiting: Count,
      failed: Count,
      late: Count,
    }),
    /** The settings of the environment and the files of settings; secrets are not shown. `value`: null = not set. */
    settings: v.optional(
      v.array(v.object({ name: v.string(), what: v.string(), value: v.nullable(v.string()), isFile: v.boolean() })),
    ),
    alerts: v.object({
      /** The names of the receivers; empty = alerts are not sent. */
      receivers: v.array(v.string()),
      /** Null without alerts.yaml, and if it has mistakes. */
      settings: v.nullable(AlertSettings),
      /** The mistake in alerts.yaml. Such a file can be repaired only on the server. */
      mistakes: v.array(v.string()),
      rules: v.array(v.object({ name: v.string(), title: v.string() })),
      raised: v.array(v.object({ rule: v.string(), text: v.string(), receiver: v.string(), at: Time })),
    }),
  }),
});

export const startDoctor = staffCall({
  path: 'system/doctor',
  who: { staff: 'system' },
  what: '开始完整的检查，与 manyu doctor 相同；进度与结果在 system 里。',
  payload: v.object({}),
  data: v.object({}),
  refusals: { taskRunning: null },
});

export const startBackup = staffCall({
  path: 'system/backup',
  who: { staff: 'system', fresh: true },
  what: '开始备份，与 manyu backup 相同；进度与结果在 system 里。',
  payload: v.object({}),
  data: v.object({}),
  refusals: { taskRunning: null },
});

export const readMessages = staffCall({
  path: 'system/messages',
  who: { staff: 'system', fresh: true },
  what: '发件箱里最近的短信，新的在前，没有短信网关时才有，与 manyu sms 相同；手机号只有头尾。看一次记一条。',
  payload: v.object({}),
  data: v.object({ list: v.array(v.object({ id: Id, telephone: v.string(), body: v.string(), at: Time })) }),
});

export const testAlert = staffCall({
  path: 'system/test-alert',
  who: { staff: 'system' },
  what: '给每个接收方发一条试验的告警，与 manyu alert test 相同。',
  payload: v.object({}),
  data: v.object({ sent: v.boolean(), text: v.string() }),
  limits: [{ by: 'session', points: 10, seconds: 600 }, ...USUAL],
});

import type { Pool } from 'pg';
import { setAlerts } from '#contract/console/alerts';
import { readMessages, startBackup, startDoctor, system, testAlert } from '#contract/console/system';
import { transaction } from '../../core/db/db.ts';
import type { Clock, StaffCtx } from '../../core/dispatch/ctx.ts';
import { type Served, serve } from '../../core/dispatch/dispatch.ts';
import type { Job } from '../../core/jobs/jobs.ts';
import { refuse } from '../../core/refusal/refusal.ts';
import type { SmsBudget } from '../../modules/account/account.ts';
import { beginTask, type TaskKind } from '../../modules/operations/operations.ts';
import { logStaffEvent, staffActor } from '../../modules/staff/staff.ts';
import { editAlertSettings } from '../alerts/saving.ts';
import { ALERTS_FILE_NAME, readAlertSettings } from '../alerts/settings.ts';
import { runAlertTest } from '../alerts/trial.ts';
import type { DiskWatch } from '../disk/disk-watch.ts';
import { examineSite, viewDiagnosis } from '../doctor/doctor.ts';
import type { DoctorContext } from '../doctor/finding.ts';
import { readMailState } from '../doctor/mail-state.ts';
import { saveSettings } from '../settings-file/save.ts';
import { startTask, type TaskOrder } from '../tasks/start-task.ts';
import { viewAlertSettings } from './alerts-view.ts';
import { channelSettingsCalls } from './channel-settings.ts';
import { readOutbox } from './messages.ts';
import { viewSettings } from './settings-view.ts';
import { smsCalls } from './sms-settings.ts';
import {
  backupFolderOf,
  SILENT_MS,
  viewBackups,
  viewDisks,
  viewImports,
  viewJobs,
  viewRaised,
  viewTasks,
} from './system-view.ts';

export type SystemParts = {
  pool: Pool;
  clock: Clock;
  disks: DiskWatch;
  smsBudget: SmsBudget;
  /** Take over sms.yaml and channels.yaml. */
  reload: { sms(): Promise<void>; channels(): Promise<boolean> };
  siteName(): Promise<string>;
  jobs(): ReadonlyMap<string, Job>;
  /** The arguments of the doctor. */
  examined: Omit<DoctorContext, 'pool' | 'now'>;
  /** The environment of the processes that do longer work; default: that of this process. */
  env?: NodeJS.ProcessEnv | undefined;
};

/** The health of the site, and the actions on it. */
export function systemCalls(parts: SystemParts): Served[] {
  const { pool, clock, disks, smsBudget, examined, env, reload } = parts;
  const { config, version } = examined;
  const place = { dataDir: config.dataDir, mailPassword: config.alertMailPassword };

  async function begin({ caller, now, log }: StaffCtx, kind: TaskKind, order: (id: number) => TaskOrder) {
    const actor = staffActor(caller.personId);
    const silentSince = new Date(now.getTime() - SILENT_MS);
    const id = await transaction(pool, async (tx) => {
      const begun = await beginTask(tx, { kind, actor, silentSince }, now);
      if (begun !== null) await logStaffEvent(tx, { actor, action: `start-${kind}`, personId: caller.personId }, now);
      return begun;
    });
    if (id === null) return refuse('taskRunning');
    startTask(order(id), { pool, clock, env }).catch((err) =>
      log.warn({ err, kind }, 'the end of a task was not noted'),
    );
    return {};
  }

  return [
    ...channelSettingsCalls({ ...parts, reloadChannels: reload.channels, environment: config }),
    ...smsCalls({ ...parts, reloadSms: reload.sms, place: { dataDir: config.dataDir, budget: config.smsDailyBudget } }),

    serve(system, async ({ now }) => {
      const tasks = await viewTasks(pool, now);
      return {
        version,
        checks: (await examineSite({ ...examined, pool, now }, 'console')).map(viewDiagnosis),
        doctor: tasks.doctor,
        jobs: await viewJobs(pool, parts.jobs()),
        ...(await viewImports(pool, config.dataDir)),
        backups: { ...(await viewBackups(pool, config)), task: tasks.backup },
        disks: await viewDisks(pool, disks, now),
        sms: { spent: smsBudget.spent(), ofDay: smsBudget.ofDay },
        mails: await readMailState(pool, config, now),
        settings: await viewSettings(config),
        alerts: { ...(await viewAlertSettings(place)), raised: await viewRaised(pool) },
      };
    }),

    serve(startDoctor, (ctx) => begin(ctx, 'doctor', (id) => ({ id, kind: 'doctor' }))),

    serve(startBackup, async (ctx) => {
      const folder = await backupFolderOf(pool, config);
      return begin(ctx, 'backup', (id) => ({ id, kind: 'backup', folder }));
    }),

    serve(readMessages, (ctx) => readOutbox(pool, ctx)),

    serve(setAlerts, async (ctx, payload) => {
      const mistakes = await saveSettings(pool, ctx, {
        dataDir: place.dataDir,
        file: ALERTS_FILE_NAME,
        action: 'set-alerts',
        edit: () => editAlertSettings(place, payload),
        read: (name) => readAlertSettings(place, name),
        after: async (name) => (await viewAlertSettings(place, name)).settings ?? {},
      });
      return { mistakes };
    }),

    serve(testAlert, async ({ caller, now }) => {
      let text = '';
      const stdout = {
        write(more: string) {
          text += more;
        },
      };
      const code = await runAlertTest({ fetch, stdout, siteName: parts.siteName, ...place });
      const event = { actor: staffActor(caller.personId), action: 'test-alert', personId: caller.personId };
      await transaction(pool, (tx) => logStaffEvent(tx, { ...event, after: { sent: code === 0 } }, now));
      return { sent: code === 0, text };
    }),
  ];
}

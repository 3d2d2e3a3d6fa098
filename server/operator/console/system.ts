import type { Served } from '../../core/dispatch/dispatch.ts';
import { type Job, MINUTE_MS } from '../../core/jobs/jobs.ts';
import type { Module } from '../../core/module/module.ts';
import { examineSite, viewDiagnosis } from '../doctor/doctor.ts';
import type { DoctorContext } from '../doctor/finding.ts';
import { takeOverChannels } from './channel-settings.ts';
import { type SystemParts, systemCalls } from './system-calls.ts';

/** Facts that only the entry point has. */
export type SystemOptions = Pick<DoctorContext, 'config' | 'databaseFolder' | 'imageDir'> & Pick<SystemParts, 'env'>;

type Finding = { check: string; state: 'note' | 'warning' | 'fault'; found: string; advice: string | null };

/** The calls of the console's system page, and its part of the overview. */
export function createSystem({
  config,
  databaseFolder,
  imageDir,
  version,
  ...parts
}: Omit<SystemParts, 'examined'> & SystemOptions & { version: string }): {
  calls: Served[];
  ownJobs: Readonly<Record<string, Job>>;
  cacheTopics: Module['cacheTopics'];
  examine(now: Date): Promise<Finding[]>;
} {
  const examined = { config, databaseFolder, imageDir, version };
  const takeOver = () => takeOverChannels({ pool: parts.pool, reloadChannels: parts.reload.channels });
  return {
    calls: systemCalls({ ...parts, examined }),
    // Every node reads the settings that another node or a person has written.
    ownJobs: {
      'sms-settings': { everyMs: MINUTE_MS, node: 'every', run: parts.reload.sms },
      'channel-settings': { everyMs: MINUTE_MS, node: 'every', run: takeOver },
    },
    cacheTopics: {
      settings() {
        // The jobs report a file with mistakes.
        parts.reload.sms().catch(() => {});
        takeOver().catch(() => {});
      },
    },
    /** Everything that is not in order. */
    async examine(now) {
      const found = await examineSite({ ...examined, pool: parts.pool, now }, 'console');
      return found.map(viewDiagnosis).flatMap(({ state, ...rest }) => (state === 'good' ? [] : [{ state, ...rest }]));
    },
  };
}

import type { Served } from '../../core/dispatch/dispatch.ts';
import { examineSite, viewDiagnosis } from '../doctor/doctor.ts';
import type { DoctorContext } from '../doctor/finding.ts';
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
  examine(now: Date): Promise<Finding[]>;
} {
  const examined = { config, databaseFolder, imageDir, version };
  return {
    calls: systemCalls({ ...parts, examined }),
    /** Everything that is not in order. */
    async examine(now) {
      const found = await examineSite({ ...examined, pool: parts.pool, now }, 'console');
      return found.map(viewDiagnosis).flatMap(({ state, ...rest }) => (state === 'good' ? [] : [{ state, ...rest }]));
    },
  };
}

import type { Pool } from 'pg';
import type { Config } from '../start/config.ts';

/** `note` = worth knowing; `warning` = to be mended; `fault` = something does not work, or soon will not. */
export type State = 'good' | 'note' | 'warning' | 'fault';

/** What a check found, and what to do about it: Chinese sentences without their full stop. */
export type Finding = { state: State; found: string; advice?: string };

/** What the checks look at. */
export type Patient = {
  config: Config;
  pool: Pool;
  /** The folder of the private database; null for the operator's own. */
  databaseFolder: string | null;
  storeDir: string;
  version: string;
  now: Date;
};

/** `isQuick`: made at every start too. */
export type Check = { title: string; isQuick: boolean; look(patient: Patient): Promise<Finding[]> };

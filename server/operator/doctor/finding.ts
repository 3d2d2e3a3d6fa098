import type { Pool } from 'pg';
import type { Config } from '../../start/config.ts';

/** `note` = for information; `warning` = the operator should fix it; `fault` = something does not work, or soon will not. */
export type State = 'good' | 'note' | 'warning' | 'fault';

/** The result of a check and advice: Chinese sentences without the full stop. */
export type Finding = { state: State; found: string; advice?: string };

/** The input of the checks. */
export type DoctorContext = {
  config: Config;
  pool: Pool;
  /** The folder of the private database; null for the operator's own. */
  databaseFolder: string | null;
  imageDir: string;
  version: string;
  now: Date;
};

/** `isQuick`: also runs at every start. */
export type Check = { title: string; isQuick: boolean; look(context: DoctorContext): Promise<Finding[]> };

import type { Pool } from 'pg';
import { HOUR_MS } from '../../core/jobs/jobs.ts';
import type { Module } from '../../core/module/module.ts';
import { readPeople } from '../staff/staff.ts';
import { uploadCalls } from './console-calls.ts';
import type { Uploads } from './uploads.ts';

const LOOK_FOR_DUE_MS = 10_000;

/** Uploads of comics in the console. */
export function uploadsModule(pool: Pool, uploads: Uploads): Module {
  const namesAt = async (now: Date) => new Map((await readPeople(pool, now)).map(({ id, name }) => [id, name]));
  return {
    consoleCalls: uploadCalls(uploads, namesAt),
    jobs: {
      'uploads-due': { everyMs: LOOK_FOR_DUE_MS, node: 'every', run: uploads.wakeIfDue },
      'upload-sweep': { everyMs: HOUR_MS, node: 'one', run: uploads.sweep },
    },
  };
}

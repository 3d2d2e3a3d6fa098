import * as v from 'valibot';
import { Count, Day } from '../shapes.ts';
import { USUAL } from './shapes.ts';
import { staffCall } from './staff-call.ts';

export const overview = staffCall({
  path: 'overview',
  who: { staff: 'overview' },
  what: '要处理的事，和最近七天的数字（包括今天到现在）。',
  payload: v.object({}),
  data: v.object({
    version: v.string(),
    /** The problems that the doctor's quick checks found. */
    findings: v.array(
      v.object({
        check: v.string(),
        state: v.picklist(['note', 'warning', 'fault']),
        found: v.string(),
        advice: v.nullable(v.string()),
      }),
    ),
    days: v.array(
      v.object({
        day: Day,
        readers: Count,
        newReaders: Count,
        views: Count,
        unlocks: Count,
        /** Top-ups less refunds, in fen. */
        netFen: v.number(),
      }),
    ),
  }),
  refusals: {},
  limits: USUAL,
});

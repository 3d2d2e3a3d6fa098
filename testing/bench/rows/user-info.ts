import { costRow, type Rounds } from '../cost.ts';
import type { Stage } from '../stage.ts';
import type { Row } from '../table.ts';

/** A call that is not shared between readers: CPU of app and PostgreSQL a request. */
export async function measureUserInfo(stage: Stage, rounds: Rounds): Promise<Row> {
  const targets = await stage.pair(stage.request('user/info', {}));
  return costRow('user/info', targets, { connections: 16, rounds, what: 'bare, AES, SELECTs', goal: { atMost: 1.5 } });
}

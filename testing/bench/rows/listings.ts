import { costRow, type Rounds } from '../cost.ts';
import { LISTINGS } from '../listing-requests.ts';
import type { Stage } from '../stage.ts';
import type { Row } from '../table.ts';

const CONNECTIONS = 16;
const GOALS = { sealed: 1.6, unknownFields: 1.25 };
const RANDOM_BODIES = 5_000;

/** Each listing from the cache of encrypted answers: CPU of the app a request. */
export async function measureSealedListings(stage: Stage, rounds: Rounds): Promise<Row[]> {
  const how = { connections: CONNECTIONS, rounds, what: 'bare, same bytes', goal: { atMost: GOALS.sealed } };
  const rows: Row[] = [];
  for (const [path, payload] of Object.entries(LISTINGS))
    rows.push(await costRow(path, await stage.pair(stage.request(path, payload)), how));
  return rows;
}

/** The cost of a request with a random unknown field, against one as the client sends it. */
export function measureUnknownFields(stage: Stage, rounds: Rounds): Promise<Row> {
  const ordinary = stage.request('home');
  const processes = [stage.app.pid, stage.app.postmasterPid];
  const bodies = Array.from({ length: RANDOM_BODIES }, () => stage.request('home', { z: Math.random() }).body);
  return costRow(
    'home, random unknown fields',
    [
      { request: { ...ordinary, bodies }, processes },
      { request: ordinary, processes },
    ],
    { connections: CONNECTIONS, rounds, what: 'ordinary', goal: { atMost: GOALS.unknownFields } },
  );
}

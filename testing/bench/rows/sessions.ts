import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { type ListingApp, openListingApp } from '../listing-app.ts';
import { ratiosOf, spreadOf } from '../spread.ts';
import { type Row, ratioRow } from '../table.ts';

const SESSIONS = 1_000_000;
const GOAL = 1.2;
const READERS = 200;
const ASKS_A_ROUND = 1_000;

/** `user/info` where a million sessions are kept against where there are hardly any. */
export async function measureSessions(server: pg.PoolConfig, rounds: number): Promise<Row[]> {
  const apps: ListingApp[] = [];
  try {
    // What there is to read plays no part; the number names the database.
    const [few, many] = [await openListingApp(server, 1), await openListingApp(server, 2)];
    apps.push(few, many);
    await addOthers(many.pool, SESSIONS);
    const tokens = [await addReaders(few.pool), await addReaders(many.pool)] as const;
    for (const { pool } of apps) await pool.query('vacuum analyze');
    const took: [number[], number[]] = [[], []];
    // The first round only warms up.
    for (let round = 0; round <= rounds; round++) {
      const sums: [number, number] = [0, 0];
      for (let turn = 0; turn < ASKS_A_ROUND; turn++)
        for (const [index, app] of [few, many].entries()) {
          const token = tokens[index]?.[turn % READERS] ?? '';
          sums[index as 0 | 1] += await app.time('user/info', { token }, token);
        }
      if (round === 0) continue;
      for (const index of [0, 1] as const) took[index].push(sums[index] / ASKS_A_ROUND);
    }
    const [ofFew, ofMany] = took;
    const shown = (times: number[]) => `${(spreadOf(times).median * 1000).toFixed(0)} µs`;
    const figures = { ours: shown(ofMany), baseline: `${shown(ofFew)} (${READERS} sessions)` };
    return [ratioRow('user/info, 1,000,000 sessions', figures, ratiosOf(ofMany, ofFew), { atMost: GOAL })];
  } finally {
    for (const app of apps) await app.close();
  }
}

async function addOthers(pool: pg.Pool, sessions: number): Promise<void> {
  await pool.query(
    `with made as (
       insert into account.reader (nickname, domain, created_at)
       select '书友', 'bench', now() from generate_series(1, $1::int) returning id
     ) insert into account.session (token_hash, reader_id, created_at, seen_at, expires_at)
       select sha256(id::text::bytea), id, now(), now(), now() + interval '180 days' from made`,
    [sessions],
  );
}

/** Gives their tokens. */
async function addReaders(pool: pg.Pool): Promise<string[]> {
  const tokens = Array.from({ length: READERS }, () => randomBytes(32).toString('base64url'));
  await pool.query(
    `with tokens as (select hash, n from unnest($1::bytea[]) with ordinality w (hash, n)), made as (
       insert into account.reader (nickname, domain, created_at)
       select '书友', 'bench', now() from tokens returning id
     ) insert into account.session (token_hash, reader_id, created_at, seen_at, expires_at)
       select w.hash, m.id, now(), now(), now() + interval '180 days'
       from tokens w join (select id, row_number() over (order by id) as n from made) m on m.n = w.n`,
    [tokens.map((token) => createHash('sha256').update(token).digest())],
  );
  return tokens;
}

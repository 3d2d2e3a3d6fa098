import pg from 'pg';
import { transaction } from '../../../server/core/db/db.ts';
import { grantPass } from '../../../server/modules/membership/membership.ts';
import { addBuyers, addLongComic, PRICE } from '../buying-catalogue.ts';
import { costRow, type Rounds } from '../cost.ts';
import type { Stage } from '../stage.ts';
import type { Row } from '../table.ts';

/** The detail of a long paid comic with 等就免费 and 月卡 on, of which the reader uses both, against the same one without them: CPU of app and PostgreSQL a request. */
export async function measureComicInfo(stage: Stage, rounds: Rounds): Promise<Row> {
  const pool = new pg.Pool({ ...stage.app.connection, max: 1 });
  try {
    const [on, off] = [await addLongComic(pool, stage.filled, PRICE), await addLongComic(pool, stage.filled, PRICE)];
    const [reader] = await addBuyers(pool, 1);
    await pool.query('update catalog.comic set wait_hours = 24, pass_after_days = 100 where id = $1', [on.comicId]);
    const pass = { key: 'bench-pass', source: 'staff', days: 30, priceFen: 0 } as const;
    await transaction(pool, (tx) => grantPass(tx, reader?.readerId ?? 0, pass, new Date()));
    await pool.query(`insert into membership.wait_timer values ($1, $2, now() + interval '1 day')`, [
      reader?.readerId,
      on.comicId,
    ]);
    await pool.query(
      `insert into membership.wait_use (reader_id, comic_id, chapter_id, key, used_at, ready_at, readable_until)
       values ($1, $2, $3, 'bench-key', now(), now() + interval '1 day', now() + interval '3 days')`,
      [reader?.readerId, on.comicId, on.chapterIds[1]],
    );
    const processes = [stage.app.pid, stage.app.postmasterPid];
    const target = (id: number) => {
      const request = stage.request('comic/info', { id, window: 50 });
      const headers = { ...request.headers, authorization: `Bearer ${reader?.token}` };
      return { request: { ...request, headers }, processes };
    };
    const how = { connections: 16, rounds, what: 'off', goal: { atMost: 1.2 } };
    return await costRow('comic/info, 等就免费 and 月卡 on', [target(on.comicId), target(off.comicId)], how);
  } finally {
    await pool.end();
  }
}

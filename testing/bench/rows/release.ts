import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { openPool, transaction } from '../../../server/core/db/db.ts';
import { createLog } from '../../../server/core/log/log.ts';
import { setPart } from '../../../server/modules/editorial/editing.ts';
import { besideRow, measureBeside } from '../beside/beside.ts';
import { openBusySite } from '../beside/site.ts';
import type { Row } from '../table.ts';

/** A hundred thousand readers, all of whom subscribe to the comic. */
const SITE = { share: 0.1, pictures: 2_000 };
const STARTS_WITHIN_MS = 120_000;

/** The waits of readers while the notices of a new chapter are added for all subscribers. Each must have got one. */
export async function measureRelease(isQuick: boolean): Promise<Row[]> {
  const site = await openBusySite(isQuick ? { share: SITE.share / 4, pictures: SITE.pictures / 4 } : SITE);
  const pool = openPool(site.app.connection, createLog('warn'));
  try {
    const { chapterId, subscribers } = await subscribeAll(pool);
    const isUnderWay = async () =>
      (await pool.query('select from notices.release where chapter_id = $1', [chapterId])).rowCount === 1;
    const measured = await measureBeside(
      site,
      async () => {
        await pool.query('update catalog.chapter set published_at = now() where id = $1', [chapterId]);
        for (let waitedMs = 0; !(await isUnderWay()); waitedMs += 20) {
          if (waitedMs > STARTS_WITHIN_MS) throw new Error('The release was not announced');
          await sleep(20);
        }
        return { pid: site.app.pid, isOver: async () => !(await isUnderWay()) };
      },
      { isStoppable: false },
    );
    await expectOneEach(pool, chapterId, subscribers);
    const seconds = measured.seconds.toFixed(0);
    return [besideRow(`readers beside a release to ${subscribers} subscribers in ${seconds} s`, measured)];
  } finally {
    await pool.end();
    await site.close();
  }
}

/** Subscribes every reader, with a browser that receives pushes, to a comic; its last chapter is the one to release. */
async function subscribeAll(pool: Pool): Promise<{ chapterId: number; subscribers: number }> {
  const features = { notices: true, push: true, likes: false, ratings: false };
  await transaction(pool, (tx) => setPart(tx, 'features', features, new Date()));
  const { rows } = await pool.query<{ id: number; comicId: number }>(
    `select h.id, h.comic_id as "comicId" from catalog.chapter h join catalog.comic c on c.id = h.comic_id
     where c.online and c.cover is not null and c.age_rating = 'all' and h.online and h.no > 1 order by c.id, h.no desc limit 1`,
  );
  const [chapter] = rows;
  if (!chapter) throw new Error('There is no chapter to release');
  await pool.query(
    `insert into reading.entry (reader_id, comic_id, subscribed_at, seen_at, age)
     select reader_id, $1, now() - interval '1 day', now() - interval '1 day', 0 from reading.library
     on conflict (reader_id, comic_id) do update set subscribed_at = excluded.subscribed_at`,
    [chapter.comicId],
  );
  const { rowCount } = await pool.query(
    `insert into notices.subscription (reader_id, endpoint, p256dh, auth, created_at)
     select reader_id, 'https://push.example.com/' || reader_id, '', '', now() from reading.library`,
  );
  await pool.query(
    `insert into notices.place (job, at) values ('chapters', now()) on conflict (job) do update set at = excluded.at`,
  );
  return { chapterId: chapter.id, subscribers: rowCount ?? 0 };
}

/** No notice and no push is lost or doubled. */
async function expectOneEach(pool: Pool, chapterId: number, subscribers: number): Promise<void> {
  const { rows } = await pool.query<{ notices: number; most: number; pushes: number }>(
    `select count(*) as notices, max(count) as most, (select count(*) from notices.outbox) as pushes from notices.notice
     where kind = 'update' and (about ->> 'chapterId')::bigint = $1`,
    [chapterId],
  );
  const found = JSON.stringify(rows[0]);
  if (found !== JSON.stringify({ notices: subscribers, most: 1, pushes: subscribers }))
    throw new Error(`Of ${subscribers} subscribers: ${found}`);
}

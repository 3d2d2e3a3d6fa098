import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { openPool, transaction } from '../../../server/core/db/db.ts';
import { createLog } from '../../../server/core/log/log.ts';
import { shanghaiDay, startOfShanghaiDay } from '../../../server/core/time/shanghai-day.ts';
import { writePart } from '../../../server/modules/editorial/editing.ts';
import { besideRow, measureBeside } from '../beside/beside.ts';
import { openBusySite } from '../beside/site.ts';
import { launch, ROOT, removeFolder, stop, temporaryFolder } from '../processes.ts';
import type { OpenedPushReceiver, PushCounts, PushReceiverOrders } from '../push-receiver.ts';
import type { Row } from '../table.ts';

/** A hundred thousand readers, all of whom subscribe to the comic, and some of whom receive pushes. */
const SITE = { share: 0.1, pictures: 2_000, browsers: 2_000 };
const SITE_URL = 'https://manyu.example.com';
const WITHIN_MS = 120_000;
const HOUR_MS = 3600 * 1000;
/** Of the clock of the site, in Shanghai: no pushes are sent before eight. */
const CLOCK = { quietAt: 7.5 * HOUR_MS, openAt: 8.1 * HOUR_MS };
const PRELOADS = ['testing/drills/shifted-clock.ts', 'testing/gateways/reach-push.ts'];

/**
 * The waits of readers while the notices of a new chapter are added for all subscribers in the quiet hours, and while the pushes
 * are sent after them. Each must have got one.
 */
export async function measureRelease(isQuick: boolean): Promise<Row[]> {
  const part = isQuick ? 4 : 1;
  const size = { share: SITE.share / part, pictures: SITE.pictures / part };
  const clock = openClock();
  const service = await openPushReceiver(SITE.browsers / part, clock.file);
  const env = { PUBLIC_URL: SITE_URL, MANYU_CLOCK_SHIFT: clock.file, MANYU_PUSH_SERVICE: service.url };
  const site = await openBusySite({ ...size, env, preloads: PRELOADS });
  const pool = openPool(site.app.connection, createLog('warn'));
  const besideJob = (start: () => Promise<void>, isOver: () => Promise<boolean>) =>
    measureBeside(
      site,
      async () => {
        await start();
        return { pid: site.app.pid, isOver };
      },
      { isStoppable: false },
    );
  try {
    const { chapterId, subscribers } = await subscribeAll(pool, service.browsers, clock.now());
    const pushes = service.browsers.length;
    const isUnderWay = async () =>
      (await pool.query('select from notices.release where chapter_id = $1', [chapterId])).rowCount === 1;
    const released = await besideJob(
      async () => {
        await pool.query('update catalog.chapter set published_at = $2 where id = $1', [chapterId, clock.now()]);
        await until(isUnderWay);
      },
      async () => !(await isUnderWay()),
    );
    await expectNotices(pool, { chapterId, subscribers, pushes });
    const early = await service.count();
    if (early.requests > 0) throw new Error(`${early.requests} pushes were sent in the quiet hours`);
    const waiting = async () => (await pool.query('select from notices.outbox limit 1')).rowCount === 1;
    const sent = await besideJob(
      async () => {
        clock.open([site.app.pid, service.pid]);
        await until(async () => (await service.count()).requests > 0);
      },
      async () => !(await waiting()),
    );
    await expectPushes(service, pushes);
    const text = ({ seconds }: { seconds: number }) => `${seconds.toFixed(0)} s`;
    return [
      besideRow(`readers beside a release to ${subscribers} subscribers in ${text(released)}`, released),
      besideRow(`readers beside ${pushes} pushes in ${text(sent)}`, sent),
    ];
  } finally {
    await pool.end();
    await site.close();
    await service.close();
    removeFolder(clock.folder);
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let waitedMs = 0; !(await isSo()); waitedMs += 20) {
    if (waitedMs > WITHIN_MS) throw new Error('The release or its pushes did not begin');
    await sleep(20);
  }
}

/** The clock of the site and of the push service: in the quiet hours until it is opened. */
function openClock() {
  const folder = temporaryFolder();
  const file = join(folder, 'shift');
  const today = startOfShanghaiDay(shanghaiDay(new Date())).getTime();
  let shiftMs = today + CLOCK.quietAt - Date.now();
  writeFileSync(file, String(shiftMs));
  return {
    folder,
    file,
    now: () => new Date(Date.now() + shiftMs),
    open(pids: readonly number[]) {
      shiftMs += CLOCK.openAt - CLOCK.quietAt;
      writeFileSync(file, String(shiftMs));
      for (const pid of pids) process.kill(pid, 'SIGUSR2');
    },
  };
}

async function openPushReceiver(browsers: number, clockFile: string) {
  const child = launch(
    null,
    process.execPath,
    ['--import', join(ROOT, 'testing/drills/shifted-clock.ts'), 'testing/bench/push-receiver.ts'],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env: { ...process.env, MANYU_CLOCK_SHIFT: clockFile } },
  );
  const ask = async <Answer>(orders: PushReceiverOrders): Promise<Answer> => {
    child.send(orders);
    const [answer] = await once(child, 'message');
    return answer;
  };
  const opened = await ask<OpenedPushReceiver>({ siteUrl: SITE_URL, browsers });
  return { ...opened, pid: child.pid ?? 0, count: () => ask<PushCounts>('count'), close: () => stop(child) };
}

/** Subscribes every reader to a comic, and a part of them with a browser; its last chapter is the one to release. */
async function subscribeAll(
  pool: Pool,
  browsers: OpenedPushReceiver['browsers'],
  now: Date,
): Promise<{ chapterId: number; subscribers: number }> {
  const features = { notices: true, push: true, likes: false, ratings: false };
  await transaction(pool, (tx) => writePart(tx, 'features', features, now));
  const { rows } = await pool.query<{ id: number; comicId: number }>(
    `select h.id, h.comic_id as "comicId" from catalog.chapter h join catalog.comic c on c.id = h.comic_id
     where c.online and c.cover is not null and c.age_rating = 'all' and h.online and h.no > 1 order by c.id, h.no desc limit 1`,
  );
  const [chapter] = rows;
  if (!chapter) throw new Error('There is no chapter to release');
  const { rowCount } = await pool.query(
    `insert into reading.entry (reader_id, comic_id, subscribed_at, seen_at, age)
     select reader_id, $1, $2::timestamptz - interval '1 day', $2::timestamptz - interval '1 day', 0 from reading.library
     on conflict (reader_id, comic_id) do update set subscribed_at = excluded.subscribed_at`,
    [chapter.comicId, now],
  );
  const fields = (['endpoint', 'p256dh', 'auth'] as const).map((name) => browsers.map((browser) => browser[name]));
  await pool.query(
    `insert into notices.subscription (reader_id, endpoint, p256dh, auth, created_at)
     select l.reader_id, b.endpoint, b.p256dh, b.auth, $4
     from unnest($1::text[], $2::text[], $3::text[]) with ordinality b (endpoint, p256dh, auth, no)
     join (select reader_id, row_number() over (order by reader_id) as no from reading.library) l on l.no = b.no`,
    [...fields, now],
  );
  await pool.query(
    `insert into notices.place (job, at) values ('chapters', $1) on conflict (job) do update set at = excluded.at`,
    [now],
  );
  return { chapterId: chapter.id, subscribers: rowCount ?? 0 };
}

type Expected = { chapterId: number; subscribers: number; pushes: number };

/** No notice is lost or doubled, and the pushes wait. */
async function expectNotices(pool: Pool, { chapterId, subscribers, pushes }: Expected): Promise<void> {
  const { rows } = await pool.query<{ notices: number; most: number; pushes: number }>(
    `select count(*) as notices, max(count) as most, (select count(*) from notices.outbox) as pushes from notices.notice
     where kind = 'update' and (about ->> 'chapterId')::bigint = $1`,
    [chapterId],
  );
  const found = JSON.stringify(rows[0]);
  if (found !== JSON.stringify({ notices: subscribers, most: 1, pushes }))
    throw new Error(`Of ${subscribers} subscribers, ${pushes} with a browser: ${found}`);
}

/** No push is lost or doubled. */
async function expectPushes(service: { count(): Promise<PushCounts> }, pushes: number): Promise<void> {
  const { received, requests } = await service.count();
  const once = received.filter((count) => count === 1).length;
  if (once !== pushes || requests !== pushes)
    throw new Error(`Of ${pushes} browsers ${once} received one push, of ${requests}`);
}

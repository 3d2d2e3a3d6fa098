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
import type { OpenedReceiver, ReceivedCounts, ReceiverOrders } from '../notice-receiver.ts';
import { launch, ROOT, removeFolder, stop, temporaryFolder } from '../processes.ts';
import type { Row } from '../table.ts';

/** A hundred thousand readers, all of whom subscribe to the comic; some of them receive pushes, and others mails. */
const SITE = { share: 0.1, pictures: 2_000, browsers: 2_000, mailboxes: 2_000 };
const SITE_URL = 'https://manyu.example.com';
const WITHIN_MS = 120_000;
const HOUR_MS = 3600 * 1000;
/** The time of the site's clock, in Shanghai: no pushes are sent before 8, and mails with new chapters are sent at 18. */
const CLOCK = { quietAt: 7.5 * HOUR_MS, pushesAt: 8.1 * HOUR_MS, mailsAt: 18.1 * HOUR_MS };
const PRELOADS = ['testing/drills/shifted-clock.ts', 'testing/gateways/reach-push.ts'];

/**
 * The waits of readers while the notices of a new chapter are added for all subscribers in the quiet hours, while the pushes are
 * sent after them, and while the mails are sent in the evening. Each must have got one.
 */
export async function measureRelease(isQuick: boolean): Promise<Row[]> {
  const part = isQuick ? 4 : 1;
  const size = { share: SITE.share / part, pictures: SITE.pictures / part };
  const clock = openClock();
  const service = await openReceiver(SITE.browsers / part, clock.file);
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
    const mails = SITE.mailboxes / part;
    await addMailboxes(pool, mails, clock.now());
    writeFileSync(join(site.dataDir, 'alerts.yaml'), mailSettings(service.mailPort), { mode: 0o600 });
    const isUnderWay = async () =>
      (await pool.query('select from notices.release where chapter_id = $1', [chapterId])).rowCount === 1;
    const released = await besideJob(
      async () => {
        await pool.query('update catalog.chapter set published_at = $2 where id = $1', [chapterId, clock.now()]);
        await until(isUnderWay);
      },
      async () => !(await isUnderWay()),
    );
    await expectNotices(pool, { chapterId, subscribers, pushes, mails });
    const early = await service.count();
    if (early.requests > 0) throw new Error(`${early.requests} pushes were sent in the quiet hours`);
    const waiting = async () => (await pool.query('select from notices.outbox limit 1')).rowCount === 1;
    const sent = await besideJob(
      async () => {
        clock.set(CLOCK.pushesAt, [site.app.pid, service.pid]);
        await until(async () => (await service.count()).requests > 0);
      },
      async () => !(await waiting()),
    );
    await expectPushes(service, pushes);
    if ((await service.count()).mailedTo.length > 0) throw new Error('Mails were sent before the evening');
    const mailed = await besideJob(
      async () => {
        clock.set(CLOCK.mailsAt, [site.app.pid, service.pid]);
        await until(async () => (await service.count()).mailedTo.length > 0);
      },
      async () => (await pool.query('select from notices.mail limit 1')).rowCount === 0,
    );
    await expectMails(service, mails);
    const text = ({ seconds }: { seconds: number }) => `${seconds.toFixed(0)} s`;
    return [
      besideRow(`readers beside a release to ${subscribers} subscribers in ${text(released)}`, released),
      besideRow(`readers beside ${pushes} pushes in ${text(sent)}`, sent),
      besideRow(`readers beside ${mails} mails in ${text(mailed)}`, mailed),
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
    if (waitedMs > WITHIN_MS) throw new Error('The release, its pushes or its mails did not begin');
    await sleep(20);
  }
}

/** The clock of the site and of the push service: in the quiet hours until it is set. */
function openClock() {
  const folder = temporaryFolder();
  const file = join(folder, 'shift');
  const today = startOfShanghaiDay(shanghaiDay(new Date())).getTime();
  let at = CLOCK.quietAt;
  let shiftMs = today + at - Date.now();
  writeFileSync(file, String(shiftMs));
  return {
    folder,
    file,
    now: () => new Date(Date.now() + shiftMs),
    set(timeOfDay: number, pids: readonly number[]) {
      shiftMs += timeOfDay - at;
      at = timeOfDay;
      writeFileSync(file, String(shiftMs));
      for (const pid of pids) process.kill(pid, 'SIGUSR2');
    },
  };
}

async function openReceiver(browsers: number, clockFile: string) {
  const child = launch(
    null,
    process.execPath,
    ['--import', join(ROOT, 'testing/drills/shifted-clock.ts'), 'testing/bench/notice-receiver.ts'],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env: { ...process.env, MANYU_CLOCK_SHIFT: clockFile } },
  );
  const ask = async <Answer>(orders: ReceiverOrders): Promise<Answer> => {
    child.send(orders);
    const [answer] = await once(child, 'message');
    return answer;
  };
  const opened = await ask<OpenedReceiver>({ siteUrl: SITE_URL, browsers });
  return { ...opened, pid: child.pid ?? 0, count: () => ask<ReceivedCounts>('count'), close: () => stop(child) };
}

/** Subscribes every reader to a comic, and a part of them with a browser; its last chapter is the one to release. */
async function subscribeAll(
  pool: Pool,
  browsers: OpenedReceiver['browsers'],
  now: Date,
): Promise<{ chapterId: number; subscribers: number }> {
  const features = { notices: true, push: true, mail: true, likes: false, ratings: false };
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

/** Verified addresses of the readers with the highest ids. Only readers with an account get mails. */
async function addMailboxes(pool: Pool, mailboxes: number, now: Date): Promise<void> {
  await pool.query(
    `insert into notices.mailbox (reader_id, address, state, key, asked_at, verified_at)
     select reader_id, 'reader' || reader_id || '@mail.example', 'verified', 'key ' || reader_id, $2, $2
     from reading.library order by reader_id desc limit $1`,
    [mailboxes, now],
  );
  await pool.query(
    `update account.reader set registered_at = created_at where id in (select reader_id from notices.mailbox)`,
  );
}

function mailSettings(port: number): string {
  return `mail: { host: 127.0.0.1, port: ${port}, security: none, from: site@manyu.example, to: [ops@manyu.example] }\n`;
}

type Expected = { chapterId: number; subscribers: number; pushes: number; mails: number };

/** No notice is lost or doubled, and the pushes and mails wait. */
async function expectNotices(pool: Pool, { chapterId, subscribers, pushes, mails }: Expected): Promise<void> {
  const { rows } = await pool.query<{ notices: number; most: number; pushes: number; mails: number }>(
    `select count(*) as notices, max(count) as most, (select count(*) from notices.outbox) as pushes,
       (select count(*) from notices.mail) as mails
     from notices.notice where kind = 'update' and (about ->> 'chapterId')::bigint = $1`,
    [chapterId],
  );
  const found = JSON.stringify(rows[0]);
  if (found !== JSON.stringify({ notices: subscribers, most: 1, pushes, mails }))
    throw new Error(`Of ${subscribers} subscribers, ${pushes} with a browser, ${mails} with an address: ${found}`);
}

/** No push is lost or doubled. */
async function expectPushes(service: { count(): Promise<ReceivedCounts> }, pushes: number): Promise<void> {
  const { received, requests } = await service.count();
  const once = received.filter((count) => count === 1).length;
  if (once !== pushes || requests !== pushes)
    throw new Error(`Of ${pushes} browsers ${once} received one push, of ${requests}`);
}

/** No mail is lost or doubled. */
async function expectMails(service: { count(): Promise<ReceivedCounts> }, mails: number): Promise<void> {
  const { mailedTo } = await service.count();
  const readers = new Set(mailedTo).size;
  if (readers !== mails || mailedTo.length !== mails)
    throw new Error(`Of ${mails} readers ${readers} received ${mailedTo.length} mails`);
}

import type { Pool } from 'pg';

/** Readers with a notice, a browser that receives pushes, and a push that waits. */
export async function fillNotices(pool: Pool, readers: number): Promise<void> {
  await pool.query(
    `insert into notices.notice (reader_id, kind, fold_key, about, at)
     select g, 'reply', 'feedback:' || g, jsonb_build_object('feedbackId', g), now() from generate_series(1, $1::int) g`,
    [readers],
  );
  await pool.query(
    `insert into notices.subscription (reader_id, endpoint, p256dh, auth, created_at)
     select g, 'https://push.example.com/' || g, '', '', now() from generate_series(1, $1::int) g`,
    [readers],
  );
  await pool.query(
    `insert into notices.preference (reader_id, muted) select g, '{}' from generate_series(1, $1::int) g`,
    [readers],
  );
  await pool.query(
    `insert into notices.outbox (subscription_id, notice_id, due_at)
     select s.id, n.id, now() from notices.notice n join notices.subscription s on s.reader_id = n.reader_id`,
  );
}

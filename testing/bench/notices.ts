import type { Pool } from 'pg';

/** Readers with a notice, a browser that receives pushes, an e-mail address, and a push and a mail that wait. */
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
  await pool.query(
    `insert into notices.mailbox (reader_id, address, state, key, asked_at, verified_at)
     select g, g || '@mail.example', 'verified', 'key ' || g, now(), now() from generate_series(1, $1::int) g`,
    [readers],
  );
  await pool.query(
    `insert into notices.verification_mail (reader_id, address_hash, asked_at)
     select reader_id, sha256(convert_to(address, 'UTF8')), asked_at from notices.mailbox`,
  );
  await pool.query(
    `insert into notices.mail (reader_id, notice_id, due_at) select n.reader_id, n.id, now() from notices.notice n`,
  );
}

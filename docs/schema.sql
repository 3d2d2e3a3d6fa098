-- 数据库的结构：每个模块一个 schema，先是表（列、约束、索引、触发器），后是函数。
-- 本文件由 npm run docs 从一个迁移好的数据库生成，请勿手工修改；要改结构，请在模块的 migrations/ 里加一个文件。
-- 表、列、函数的说明是迁移里的 comment on。

------------------------------------------------------------------------------------------------------------------------
-- standard public schema
create schema public;

create table manyu_migration (
  name text not null,
  applied_at timestamp with time zone not null default now(),
  constraint manyu_migration_pkey PRIMARY KEY (name)
);

-- Counters of rate limits where several app nodes share one database. rate-limiter-flexible defines these columns.
create table rate_limit (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint rate_limit_pkey PRIMARY KEY (key)
);

-- When the site was backed up, for the metric of the last one. A backup is noted after it is whole, so it has only
-- those before it.
create table backup_made (
  made_at timestamp(3) with time zone not null,
  -- The folder of backups in which it is; null where an older version has made it. The console lists the latest one.
  folder text,
  constraint backup_made_pkey PRIMARY KEY (made_at)
);

-- Which site this is. Each backup has it too, so that two sites never share a folder of backups.
create table manyu_site (
  is_only boolean not null default true,
  id uuid not null,
  constraint manyu_site_pkey PRIMARY KEY (is_only),
  constraint manyu_site_is_only_check CHECK (is_only)
);

-- The result of the last check of the invariants of each part of the books.
create table invariant_check (
  part text not null,
  checked_at timestamp(3) with time zone not null,
  -- The broken invariants with their first violations; an empty list = none.
  broken jsonb not null,
  constraint invariant_check_pkey PRIMARY KEY (part)
);

------------------------------------------------------------------------------------------------------------------------
-- What operators have changed, for ever.
create schema audit;

create table audit.entry (
  id bigint not null generated always as identity,
  at timestamp(3) with time zone not null,
  -- The user of the operating system who ran the command, staff:<id> for a member of staff in the console, or
  -- not-logged-in.
  actor text not null,
  action text not null,
  subject text not null,
  -- A number alone: an entry outlives what it is about. It names no reader otherwise, and keeps nothing that an erasure
  -- must reach. 1 for what an editor arranges, which is one document.
  subject_id bigint not null,
  -- Only what was changed, by the names of its columns.
  before jsonb not null,
  after jsonb not null,
  reason text,
  -- The entry whose change this one has taken back.
  undoes bigint,
  constraint entry_pkey PRIMARY KEY (id),
  constraint entry_undoes_key UNIQUE (undoes),
  constraint entry_undoes_fkey FOREIGN KEY (undoes) REFERENCES audit.entry(id),
  constraint entry_actor_check CHECK (actor <> ''::text),
  constraint entry_action_check CHECK (action <> ''::text),
  constraint entry_reason_check CHECK (reason <> ''::text),
  constraint entry_subject_check CHECK (subject = ANY (ARRAY['comic'::text, 'chapter'::text, 'reader'::text, 'order'::text, 'editorial'::text, 'staff'::text, 'feedback'::text, 'reply-template'::text, 'redeem-batch'::text, 'announcement'::text]))
);
CREATE INDEX entry_by_subject ON audit.entry USING btree (subject, subject_id, id);
CREATE INDEX entry_by_actor ON audit.entry USING btree (actor, id);
CREATE INDEX entry_reveal_phone ON audit.entry USING btree (at, actor) WHERE (action = 'reveal-phone'::text);
CREATE TRIGGER entry_append_only BEFORE DELETE OR UPDATE ON audit.entry FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER entry_never_emptied BEFORE TRUNCATE ON audit.entry FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();

-- The entries in the order in which a job has added them, within a minute. Each hash covers the entry and the hash
-- before it, so a changed, removed or inserted entry is found.
create table audit.chain (
  no bigint not null,
  -- No reference: the link outlives an entry that was removed by force.
  entry_id bigint not null,
  -- SHA-256 of the hash before it, or of nothing for the first, and the entry as JSON.
  hash bytea not null,
  constraint chain_pkey PRIMARY KEY (no),
  constraint chain_entry_id_key UNIQUE (entry_id),
  constraint chain_no_check CHECK (no > 0),
  constraint chain_hash_check CHECK (length(hash) = 32)
);
CREATE TRIGGER chain_append_only BEFORE DELETE OR UPDATE ON audit.chain FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER chain_never_emptied BEFORE TRUNCATE ON audit.chain FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();

-- A trigger, because only the database can refuse what is written by hand as well.
CREATE OR REPLACE FUNCTION audit.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '%.% is append-only', tg_table_schema, tg_table_name using errcode = 'restrict_violation';
end $function$;

------------------------------------------------------------------------------------------------------------------------
-- What the operator is to know, beside the log: shared by all nodes and by the commands. Nothing here names a reader.
create schema operations;

-- What the nodes met while answering that says something is set up wrongly or broken: how often, and the latest.
create table operations.sighting (
  -- other-address, untrusted-proxy, fault, library-failed, or alarm: and the alarm that the log was written with.
  what text not null,
  times bigint not null,
  detail text not null,
  seen_at timestamp(3) with time zone not null,
  constraint sighting_pkey PRIMARY KEY (what)
);

-- How full a disk was when it was looked at first on a day (Asia/Shanghai), for how fast it fills. Ninety days are
-- kept.
create table operations.disk_day (
  place text not null,
  day date not null,
  used_bytes bigint not null,
  constraint disk_day_pkey PRIMARY KEY (place, day)
);

-- The last import that refused something.
create table operations.refused_import (
  is_only boolean not null default true,
  refused integer not null,
  example text not null,
  at timestamp(3) with time zone not null,
  constraint refused_import_pkey PRIMARY KEY (is_only),
  constraint refused_import_is_only_check CHECK (is_only)
);

-- What a receiver was told and that has not been over since.
create table operations.alert (
  rule text not null,
  -- Another one under the same rule is told anew.
  occasion text not null,
  text text not null,
  raised_at timestamp(3) with time zone not null,
  -- webhook, or mail: and the mailbox.
  receiver text not null,
  constraint alert_pkey PRIMARY KEY (receiver, rule)
);

-- When periodic work was done last and when it failed last, on any node.
create table operations.job (
  name text not null,
  done_at timestamp(3) with time zone,
  failed_at timestamp(3) with time zone,
  failure text,
  constraint job_pkey PRIMARY KEY (name)
);

-- Work that a member of staff started in the console and that runs in a process of its own.
create table operations.task (
  id bigint not null generated always as identity,
  kind text not null,
  actor text not null,
  state text not null,
  started_at timestamp(3) with time zone not null,
  -- When the process last said that it runs. A task that is running and has been silent for long was killed.
  seen_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  step text,
  done bigint not null default 0,
  -- Null where it is not known.
  total bigint,
  -- What the command would have printed, or what the doctor has found.
  result jsonb,
  constraint task_pkey PRIMARY KEY (id),
  constraint task_kind CHECK (kind = ANY (ARRAY['backup'::text, 'doctor'::text])),
  constraint task_state CHECK (state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])),
  constraint task_ended CHECK ((state = 'running'::text) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX task_one_of_kind ON operations.task USING btree (kind) WHERE (state = 'running'::text);
CREATE INDEX task_by_kind ON operations.task USING btree (kind, id);

------------------------------------------------------------------------------------------------------------------------
-- Readers, their sessions and credentials, and the counters that protect both.
create schema account;

-- A visitor has a full account too, without credentials.
create table account.reader (
  id bigint not null generated always as identity,
  nickname text not null,
  gender smallint not null default 0,
  -- The reader has declared to be of age.
  adult boolean not null default false,
  -- The host name this reader opened first.
  domain text not null default ''::text,
  -- The referral value `u` of the first address.
  source text,
  platform text,
  username text,
  -- Eleven digits, mainland China.
  telephone text,
  -- argon2id in PHC form.
  password_hash text,
  -- argon2id of the PIN; teen mode is on while it is set.
  teen_pin_hash text,
  auto_buy boolean not null default false,
  growth_points bigint not null default 0,
  -- Subscribes to a comic or has written feedback; the unread counts of all other readers are not looked up.
  expects_news boolean not null default false,
  -- Has finished a chapter that was open to them, so that their views and favourites count.
  has_read boolean not null default false,
  banned_at timestamp with time zone,
  -- When all data of this reader is erased: an account given up (7 days later), or an anonymous reader without a
  -- session.
  erases_at timestamp with time zone,
  created_at timestamp with time zone not null,
  -- The last use of any session, written at most once a day; null on the first day.
  seen_at timestamp(3) with time zone,
  -- When the last absence of a week or more began; null without one.
  away_since timestamp(3) with time zone,
  -- When that absence ended.
  back_at timestamp(3) with time zone,
  -- The latest gift campaigns claimed, a copy for the unread mark alone: what counts is rewards.gift_claim. Null: none.
  claimed_gifts integer[],
  -- Random; the referral value `u` of the addresses that this reader shares. In `source` of the readers who come by
  -- them.
  share_code text not null default substr(replace(gen_random_uuid()::text, '-'::text, ''::text), 1, 12),
  -- In teen mode: the reader is 16 or 17 and may read longer a day. Says nothing while teen mode is off.
  teen_from_16 boolean not null default false,
  -- The host of the page from which this reader came first; null where it is not known, or this site.
  referrer text,
  -- When a visitor first got a password or a phone number. Of those from before the column it is when they came.
  registered_at timestamp(3) with time zone,
  -- When the ban ends; null = it has no end. Says nothing without `banned_at`.
  banned_until timestamp(3) with time zone,
  -- The number of the drawing that the reader has chosen as avatar; 0 = the icon of the grade.
  face smallint not null default 0,
  constraint reader_pkey PRIMARY KEY (id),
  constraint reader_gender_check CHECK (gender = ANY (ARRAY[0, 1, 2])),
  constraint reader_growth_points_check CHECK (growth_points >= 0),
  constraint reader_away_and_back CHECK ((away_since IS NULL) = (back_at IS NULL) AND back_at > away_since),
  constraint reader_face_check CHECK (face >= 0)
);
CREATE UNIQUE INDEX reader_by_username ON account.reader USING btree (lower(username));
CREATE UNIQUE INDEX reader_by_telephone ON account.reader USING btree (telephone);
CREATE INDEX reader_by_erasure ON account.reader USING btree (erases_at) WHERE (erases_at IS NOT NULL);
CREATE UNIQUE INDEX reader_by_share_code ON account.reader USING btree (share_code);

create table account.session (
  -- Names the session in the list of devices; not derived from the token.
  id uuid not null default gen_random_uuid(),
  -- SHA-256 of the token, so that a stolen table opens no session.
  token_hash bytea not null,
  reader_id bigint not null,
  device text not null default ''::text,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint session_pkey PRIMARY KEY (token_hash),
  constraint session_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES account.reader(id) ON DELETE CASCADE,
  constraint session_token_hash_check CHECK (length(token_hash) = 32)
);
CREATE INDEX session_by_reader ON account.session USING btree (reader_id);
CREATE INDEX session_by_expiry ON account.session USING btree (expires_at);

-- Devices that have logged in to an account before. Each has its own counter of guesses; the cookie opens no session.
create table account.device_cookie (
  -- SHA-256 of the cookie.
  hash bytea not null,
  reader_id bigint not null,
  issued_at timestamp with time zone not null,
  constraint device_cookie_pkey PRIMARY KEY (hash, reader_id),
  constraint device_cookie_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES account.reader(id) ON DELETE CASCADE,
  constraint device_cookie_hash_check CHECK (length(hash) = 32)
);
CREATE INDEX device_cookie_by_reader ON account.device_cookie USING btree (reader_id, issued_at);
CREATE INDEX device_cookie_by_age ON account.device_cookie USING btree (issued_at);

-- Keys made at the first start: for hashes of codes and for signing challenges.
create table account.secret (
  name text not null,
  value bytea not null,
  constraint secret_pkey PRIMARY KEY (name)
);

-- Wrong guesses of one password or PIN since the last right one.
create table account.guess (
  -- A hash of what the guesses are counted by.
  key bytea not null,
  count integer not null,
  last_at timestamp with time zone not null,
  -- No guess is accepted before.
  next_at timestamp with time zone not null,
  constraint guess_pkey PRIMARY KEY (key)
);
CREATE INDEX guess_by_age ON account.guess USING btree (last_at);

-- Proofs of work that were used; each is accepted once.
create table account.spent_proof (
  signature bytea not null,
  expires_at timestamp with time zone not null,
  constraint spent_proof_pkey PRIMARY KEY (signature)
);
CREATE INDEX spent_proof_by_expiry ON account.spent_proof USING btree (expires_at);

-- The newest code of a phone, a purpose and a requester; deleted when it is used or no tries are left.
create table account.sms_code (
  telephone text not null,
  purpose text not null,
  -- A hash of the reader who requested the code, or of the address where there was no session.
  requester bytea not null,
  code_hash bytea not null,
  tries_left smallint not null,
  expires_at timestamp with time zone not null,
  constraint sms_code_pkey PRIMARY KEY (telephone, purpose, requester)
);

-- Every message requested in the last days; the limits of SMS are counted here.
create table account.sms_send (
  id bigint not null generated always as identity,
  telephone text not null,
  -- As in sms_code; null for a notice.
  requester bytea,
  -- Null for a notice.
  address text,
  -- The /56 of an IPv6 address; an IPv4 address itself.
  block text,
  -- The /48 of an IPv6 address; the /24 of an IPv4 address.
  network text,
  -- False where the day's budget was reserved for phones of accounts: counts for the requester, costs nothing.
  sent boolean not null default true,
  sent_at timestamp with time zone not null,
  constraint sms_send_pkey PRIMARY KEY (id)
);
CREATE INDEX sms_send_by_telephone ON account.sms_send USING btree (telephone, sent_at);
CREATE INDEX sms_send_by_prefix ON account.sms_send USING btree ("left"(telephone, 7), sent_at);
CREATE INDEX sms_send_by_address ON account.sms_send USING btree (address, sent_at);
CREATE INDEX sms_send_by_block ON account.sms_send USING btree (block, sent_at);
CREATE INDEX sms_send_by_network ON account.sms_send USING btree (network, sent_at);
CREATE INDEX sms_send_by_time ON account.sms_send USING btree (sent_at);

-- Messages of the sender that needs no gateway; the operator reads them with `npm run sms`.
create table account.sms_outbox (
  id bigint not null generated always as identity,
  telephone text not null,
  body text not null,
  at timestamp with time zone not null,
  constraint sms_outbox_pkey PRIMARY KEY (id)
);
CREATE INDEX sms_outbox_by_time ON account.sms_outbox USING btree (at);

-- Comics whose next chapters are bought without a question.
create table account.auto_buy (
  reader_id bigint not null,
  comic_id bigint not null,
  at timestamp with time zone not null,
  constraint auto_buy_pkey PRIMARY KEY (reader_id, comic_id),
  constraint auto_buy_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES account.reader(id) ON DELETE CASCADE
);

-- How many distinct minutes of a day (Asia/Shanghai) were read in teen mode.
create table account.teen_day (
  reader_id bigint not null,
  day date not null,
  minutes integer not null,
  last_minute integer not null,
  constraint teen_day_pkey PRIMARY KEY (reader_id, day),
  constraint teen_day_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES account.reader(id) ON DELETE CASCADE
);

-- Chapters that have given a growth point. Not part of the history: deleting that must not earn the point again.
create table account.chapter_reward (
  reader_id bigint not null,
  chapter_id bigint not null,
  constraint chapter_reward_pkey PRIMARY KEY (reader_id, chapter_id),
  constraint chapter_reward_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES account.reader(id) ON DELETE CASCADE
);

-- What was handed to gateways in the last week, and what became of it. No texts: codes are kept as hashes alone.
create table account.sms_delivery (
  id bigint not null generated always as identity,
  telephone text not null,
  purpose text not null,
  sender text not null,
  outcome text not null,
  -- What the gateway said to a message that it did not take.
  detail text,
  -- The gateway's number of the message.
  message_id text,
  -- Null while it is not known, or where it never was.
  report text,
  -- The code of the carrier.
  report_detail text,
  -- How often the gateway was asked.
  asks smallint not null default 0,
  -- When the gateway is asked next; null = no more.
  ask_at timestamp with time zone,
  sent_at timestamp with time zone not null,
  constraint sms_delivery_pkey PRIMARY KEY (id),
  constraint sms_delivery_outcome_check CHECK (outcome = ANY (ARRAY['sent'::text, 'throttled'::text, 'bad-number'::text, 'operator-fault'::text, 'unknown'::text])),
  constraint sms_delivery_report_check CHECK (report = ANY (ARRAY['delivered'::text, 'undelivered'::text]))
);
CREATE INDEX sms_delivery_by_ask ON account.sms_delivery USING btree (ask_at) WHERE (ask_at IS NOT NULL);
CREATE INDEX sms_delivery_by_time ON account.sms_delivery USING btree (sent_at);

-- The address at which a reader sets a new password once, given out by an operator. A new one replaces the one before;
-- a changed password ends it.
create table account.password_link (
  reader_id bigint not null,
  -- SHA-256 of the token, so that a stolen table opens no account.
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint password_link_pkey PRIMARY KEY (reader_id),
  constraint password_link_token_hash_key UNIQUE (token_hash),
  constraint password_link_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES account.reader(id) ON DELETE CASCADE,
  constraint password_link_token_hash_check CHECK (length(token_hash) = 32)
);

------------------------------------------------------------------------------------------------------------------------
-- Comics, chapters, pages, prices and promotions. Images are named by key, a path inside the image store:
-- comic/<comic.store_key>/<hash>.bin for covers, thumbs and previews (public), open/<chapter.store_key>/<hash>.bin for
-- pages of a chapter that never had a price (public), guarded/<chapter.store_key>/<name>.bin for pages of any other
-- chapter (signed addresses only).
create schema catalog;

create table catalog.comic (
  id bigint not null generated always as identity,
  title text not null,
  -- The title in NFKC, lower case, with single spaces: an import finds the series again by it.
  title_key text not null,
  code text not null,
  alias text[] not null default '{}'::text[],
  authors text[] not null default '{}'::text[],
  genres text[] not null default '{}'::text[],
  description text not null default ''::text,
  status text not null default 'serial'::text,
  -- Set by the editor; empty = the weekday of the latest publication.
  weekdays smallint[] not null default '{}'::smallint[],
  direction text not null default 'strip'::text,
  age_rating text not null default 'all'::text,
  -- The price of a chapter without one of its own, unless it is among the first `free_first` by number.
  price_coins integer not null default 0,
  free_first integer not null default 0,
  store_key text not null,
  -- {key, width, height, color, jpegKey, variants: [{key, width}]}; jpegKey is the largest as JPEG, for programs that
  -- show a shared address. Null until the first chapter is imported.
  cover jsonb,
  -- SHA-256 of the picture the cover was made from, so that it is made once.
  cover_source bytea,
  wide jsonb,
  online boolean not null default true,
  -- SHA-256 of the sidecar files last applied. Only changed files are applied, so that later settings of the operator
  -- last.
  sidecar_sha256 bytea,
  -- The first publication among the chapters that are out; null where none is.
  first_at timestamp(3) with time zone,
  -- The latest publication among the chapters that are out; null where none is. Whole milliseconds, as in cursors.
  latest_at timestamp(3) with time zone,
  -- Every chapter that is out is free.
  all_free boolean not null default false,
  -- first_at, latest_at and all_free hold from here until facts_until (exclusive): time alone changes them too. A
  -- listing computes them anew for comics whose span does not contain its own moment (decision 0014).
  facts_from timestamp with time zone not null default '-infinity'::timestamp with time zone,
  facts_until timestamp with time zone not null default 'infinity'::timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  -- In the trash since then, and offline. The row stays when the trash is emptied, so that no import brings it back.
  deleted_at timestamp(3) with time zone,
  -- The columns that an operator has set: an import leaves these alone.
  set_by_hand text[] not null default '{}'::text[],
  -- The keys of titles that the comic has had, and of folders that its files have lain in: files under such a title
  -- belong to this comic, unless another one has it.
  former_keys text[] not null default '{}'::text[],
  -- The comic that it was merged into, which itself was not merged. Its addresses lead there, and files under its title
  -- go there.
  merged_into bigint,
  -- 等就免费: the hours between two chapters; 0 = off.
  wait_hours integer not null default 0,
  -- 等就免费: the number of the newest chapters that stay paid.
  wait_except_latest integer not null default 3,
  -- 等就免费: the hours for which an opened chapter stays readable.
  wait_read_hours integer not null default 72,
  -- 月卡: a pass opens chapters that were published at least so many days ago; 0 = it opens none.
  pass_after_days integer not null default 0,
  -- By column: which source of an import set it last, and when. What was changed by hand is in audit.entry.
  field_sources jsonb not null default '{}'::jsonb,
  constraint comic_pkey PRIMARY KEY (id),
  constraint comic_code_key UNIQUE (code),
  constraint comic_store_key_key UNIQUE (store_key),
  constraint comic_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES catalog.comic(id) ON DELETE CASCADE,
  constraint comic_title_check CHECK (title <> ''::text),
  constraint comic_status_check CHECK (status = ANY (ARRAY['serial'::text, 'complete'::text])),
  constraint comic_weekdays_check CHECK (weekdays <@ ARRAY[1::smallint, 2::smallint, 3::smallint, 4::smallint, 5::smallint, 6::smallint, 7::smallint]),
  constraint comic_direction_check CHECK (direction = ANY (ARRAY['strip'::text, 'ltr'::text, 'rtl'::text])),
  constraint comic_age_rating_check CHECK (age_rating = ANY (ARRAY['all'::text, '12'::text, '16'::text, '18'::text])),
  constraint comic_price_coins_check CHECK (price_coins >= 0),
  constraint comic_free_first_check CHECK (free_first >= 0),
  constraint comic_store_key_check CHECK (store_key ~ '^[0-9a-f]{32}$'::text),
  constraint comic_sidecar_sha256_check CHECK (length(sidecar_sha256) = 32),
  constraint comic_deleted_is_offline CHECK (deleted_at IS NULL OR NOT online),
  constraint comic_merged_is_offline CHECK (merged_into IS NULL OR NOT online),
  constraint comic_wait_hours_check CHECK (wait_hours >= 0 AND wait_hours <= 168),
  constraint comic_wait_except_latest_check CHECK (wait_except_latest >= 0 AND wait_except_latest <= 1000),
  constraint comic_wait_read_hours_check CHECK (wait_read_hours >= 1 AND wait_read_hours <= 720),
  constraint comic_pass_after_days_check CHECK (pass_after_days >= 0 AND pass_after_days <= 3650)
);
CREATE INDEX comic_by_update ON catalog.comic USING btree (latest_at DESC, id DESC) WHERE (online AND (cover IS NOT NULL) AND (age_rating <> '18'::text));
CREATE INDEX comic_by_status ON catalog.comic USING btree (status, latest_at DESC, id DESC) WHERE (online AND (cover IS NOT NULL) AND (age_rating <> '18'::text));
CREATE INDEX comic_free_by_update ON catalog.comic USING btree (latest_at DESC, id DESC) WHERE (online AND (cover IS NOT NULL) AND (age_rating <> '18'::text) AND all_free);
CREATE INDEX comic_by_creation ON catalog.comic USING btree (created_at DESC, id DESC) WHERE (online AND (cover IS NOT NULL) AND (age_rating <> '18'::text));
CREATE INDEX comic_by_update_adult ON catalog.comic USING btree (latest_at DESC, id DESC) WHERE (online AND (cover IS NOT NULL));
CREATE INDEX comic_by_status_adult ON catalog.comic USING btree (status, latest_at DESC, id DESC) WHERE (online AND (cover IS NOT NULL));
CREATE INDEX comic_free_by_update_adult ON catalog.comic USING btree (latest_at DESC, id DESC) WHERE (online AND (cover IS NOT NULL) AND all_free);
CREATE INDEX comic_by_creation_adult ON catalog.comic USING btree (created_at DESC, id DESC) WHERE (online AND (cover IS NOT NULL));
CREATE INDEX comic_by_genre ON catalog.comic USING gin (genres);
CREATE INDEX comic_by_facts_from ON catalog.comic USING btree (facts_from);
CREATE INDEX comic_by_facts_until ON catalog.comic USING btree (facts_until);
CREATE INDEX comic_by_update_teen ON catalog.comic USING btree (latest_at DESC, id DESC) WHERE (online AND (cover IS NOT NULL) AND (age_rating = ANY (ARRAY['all'::text, '12'::text])));
CREATE INDEX comic_by_status_teen ON catalog.comic USING btree (status, latest_at DESC, id DESC) WHERE (online AND (cover IS NOT NULL) AND (age_rating = ANY (ARRAY['all'::text, '12'::text])));
CREATE INDEX comic_free_by_update_teen ON catalog.comic USING btree (latest_at DESC, id DESC) WHERE (online AND (cover IS NOT NULL) AND (age_rating = ANY (ARRAY['all'::text, '12'::text])) AND all_free);
CREATE INDEX comic_by_creation_teen ON catalog.comic USING btree (created_at DESC, id DESC) WHERE (online AND (cover IS NOT NULL) AND (age_rating = ANY (ARRAY['all'::text, '12'::text])));
CREATE INDEX comic_merged ON catalog.comic USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE UNIQUE INDEX comic_by_title ON catalog.comic USING btree (title_key) WHERE (merged_into IS NULL);
CREATE INDEX comic_by_change ON catalog.comic USING btree (updated_at DESC, id DESC);
CREATE INDEX comic_by_price ON catalog.comic USING btree (price_coins DESC, id DESC);
-- The comics of one author.
CREATE INDEX comic_by_author ON catalog.comic USING gin (authors);
CREATE INDEX comic_with_pass ON catalog.comic USING btree (pass_after_days) WHERE (online AND (pass_after_days > 0));
CREATE TRIGGER comic_genres_altered AFTER UPDATE ON catalog.comic FOR EACH ROW WHEN (old.genres IS DISTINCT FROM new.genres OR old.online IS DISTINCT FROM new.online OR (old.cover IS NULL) IS DISTINCT FROM (new.cover IS NULL) OR old.age_rating IS DISTINCT FROM new.age_rating OR old.latest_at IS DISTINCT FROM new.latest_at) EXECUTE FUNCTION catalog.update_comic_genres();
CREATE TRIGGER comic_weekdays_altered AFTER UPDATE ON catalog.comic FOR EACH ROW WHEN (old.weekdays IS DISTINCT FROM new.weekdays OR old.status IS DISTINCT FROM new.status OR old.online IS DISTINCT FROM new.online OR (old.cover IS NULL) IS DISTINCT FROM (new.cover IS NULL) OR old.age_rating IS DISTINCT FROM new.age_rating OR old.latest_at IS DISTINCT FROM new.latest_at) EXECUTE FUNCTION catalog.update_comic_weekdays();
CREATE CONSTRAINT TRIGGER comic_news AFTER UPDATE ON catalog.comic DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.latest_at IS DISTINCT FROM new.latest_at OR old.online IS DISTINCT FROM new.online OR (old.cover IS NULL) IS DISTINCT FROM (new.cover IS NULL) OR old.age_rating IS DISTINCT FROM new.age_rating) EXECUTE FUNCTION catalog.record_comic_news();
CREATE TRIGGER comic_changed AFTER INSERT OR DELETE OR UPDATE ON catalog.comic FOR EACH ROW EXECUTE FUNCTION catalog.notify_comic_change();

create table catalog.chapter (
  id bigint not null generated always as identity,
  comic_id bigint not null,
  no double precision not null,
  title text not null default ''::text,
  -- Set for this chapter alone; null = the price of the comic.
  own_price_coins integer,
  -- The price by all rules but promotions; updated with every change of chapters or prices.
  price_coins integer not null default 0,
  free_at timestamp with time zone,
  published_at timestamp with time zone not null,
  page_count integer not null,
  thumb jsonb,
  -- The blurred first page, shown to readers who may not read the chapter.
  preview jsonb not null,
  -- Its pages have signed addresses only. A chapter that has or had a price becomes guarded; after a change of prices
  -- in the console that may take a while.
  guarded boolean not null,
  store_key text not null,
  -- [{key, width, height, color, margins?: {top, right, bottom, left}, pieces?: [{key, top, height}], source}] in
  -- reading order; margins is the white around what is drawn, as parts of width and height.
  pages jsonb not null,
  -- Pages that were damaged when it was made, those left out included.
  damaged_pages integer not null default 0,
  -- The version of the decoders that tried the damaged pages, 0 where one ran out of time. An import with newer
  -- decoders makes the chapter again.
  decoders integer not null default 0,
  -- SHA-256 of the archive, or of the files of a folder.
  source_sha256 bytea not null,
  source_name text not null,
  -- The version of the page recipe it was made with.
  recipe integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  -- False = shown to nobody but those who own it.
  online boolean not null default true,
  -- In the trash since then, and offline. Without pages where the trash was emptied; the row stays, so that no import
  -- brings it back.
  deleted_at timestamp(3) with time zone,
  -- As for comics.
  set_by_hand text[] not null default '{}'::text[],
  -- The folder below which source_name lies, as an absolute path; null = not known.
  source_root text,
  -- The chapter of the same number that stayed when two comics were merged. Who owns this one may read that one.
  merged_into bigint,
  -- catalog.page_version. Null = its pages are as they were imported.
  pages_version bigint,
  constraint chapter_pkey PRIMARY KEY (id),
  constraint chapter_store_key_key UNIQUE (store_key),
  constraint chapter_comic_id_no_key UNIQUE (comic_id, no),
  constraint chapter_comic_id_fkey FOREIGN KEY (comic_id) REFERENCES catalog.comic(id) ON DELETE CASCADE,
  constraint chapter_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES catalog.chapter(id) ON DELETE SET NULL,
  constraint chapter_no_check CHECK (no >= 0::double precision AND no < '1000000000'::numeric::double precision),
  constraint chapter_own_price_coins_check CHECK (own_price_coins >= 0),
  constraint chapter_price_coins_check CHECK (price_coins >= 0),
  constraint chapter_page_count_check CHECK (page_count > 0),
  constraint chapter_store_key_check CHECK (store_key ~ '^[0-9a-f]{32}$'::text),
  constraint chapter_damaged_pages_check CHECK (damaged_pages >= 0),
  constraint chapter_source_sha256_check CHECK (length(source_sha256) = 32),
  constraint chapter_deleted_is_offline CHECK (deleted_at IS NULL OR NOT online)
);
CREATE INDEX chapter_by_source ON catalog.chapter USING btree (source_sha256);
CREATE INDEX chapter_by_publication ON catalog.chapter USING btree (published_at);
CREATE INDEX chapter_damaged ON catalog.chapter USING btree (comic_id) WHERE (damaged_pages > 0);
CREATE INDEX chapter_set_by_hand ON catalog.chapter USING btree (comic_id) WHERE (set_by_hand <> '{}'::text[]);
CREATE INDEX chapter_deleted ON catalog.chapter USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX chapter_merged ON catalog.chapter USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX chapter_by_preview_folder ON catalog.chapter USING btree (split_part((preview ->> 'key'::text), '/'::text, 2));
CREATE INDEX chapter_priced ON catalog.chapter USING btree (comic_id) WHERE (price_coins > 0);
CREATE INDEX chapter_to_guard ON catalog.chapter USING btree (comic_id) WHERE ((price_coins > 0) AND (NOT guarded));
CREATE INDEX chapter_offline ON catalog.chapter USING btree (comic_id) WHERE ((NOT online) AND (deleted_at IS NULL));
CREATE TRIGGER chapters_added AFTER INSERT ON catalog.chapter REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog.update_facts_of_chapters();
CREATE TRIGGER chapters_altered AFTER UPDATE ON catalog.chapter REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog.update_facts_of_chapters();
CREATE TRIGGER chapters_removed AFTER DELETE ON catalog.chapter REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog.update_facts_of_chapters();
CREATE TRIGGER chapter_pages_changed AFTER UPDATE OF pages ON catalog.chapter FOR EACH ROW WHEN (old.pages IS DISTINCT FROM new.pages) EXECUTE FUNCTION catalog.notify_moved_pages();

-- What an import has read of each file or folder, so that an unchanged one is not read again. A cache: losing it costs
-- time only.
create table catalog.import_source (
  -- SHA-256 of the absolute path.
  path_hash bytea not null,
  -- SHA-256 of the names, sizes and times of the files there.
  stamp bytea not null,
  -- SHA-256 of the content, as chapter.source_sha256.
  sha256 bytea not null,
  read_at timestamp with time zone not null,
  constraint import_source_pkey PRIMARY KEY (path_hash),
  constraint import_source_path_hash_check CHECK (length(path_hash) = 32),
  constraint import_source_stamp_check CHECK (length(stamp) = 32),
  constraint import_source_sha256_check CHECK (length(sha256) = 32)
);

-- Folders of the image store that a running import may be writing to. What remains after a crash is swept by the next
-- import.
create table catalog.store_intent (
  prefix text not null,
  created_at timestamp with time zone not null,
  constraint store_intent_pkey PRIMARY KEY (prefix),
  constraint store_intent_prefix_check CHECK (prefix ~ '^(comic|open|guarded)/[0-9a-f]{32}$'::text)
);

-- Keys that sign addresses of pages; two are valid while they are being changed.
create table catalog.signing_key (
  kid smallint not null generated always as identity,
  secret bytea not null,
  created_at timestamp with time zone not null,
  constraint signing_key_pkey PRIMARY KEY (kid),
  constraint signing_key_secret_check CHECK (length(secret) = 32)
);

-- Counts that change all the time, apart from the comic so that its row, its indexes and its copies in memory stay as
-- they are.
create table catalog.comic_stats (
  comic_id bigint not null,
  views bigint not null default 0,
  subscribers bigint not null default 0,
  favorites bigint not null default 0,
  constraint comic_stats_pkey PRIMARY KEY (comic_id),
  constraint comic_stats_comic_id_fkey FOREIGN KEY (comic_id) REFERENCES catalog.comic(id) ON DELETE CASCADE
) with (fillfactor=70);

-- When what a library keeps of a comic (latest publication, visibility, age rating) last changed, by the clock of the
-- database.
create table catalog.comic_news (
  comic_id bigint not null,
  news_at timestamp with time zone not null,
  constraint comic_news_pkey PRIMARY KEY (comic_id),
  constraint comic_news_comic_id_fkey FOREIGN KEY (comic_id) REFERENCES catalog.comic(id) ON DELETE CASCADE
) with (fillfactor=70);
CREATE INDEX comic_news_by_time ON catalog.comic_news USING btree (news_at);

-- The genres of visible comics with a chapter out, by the stored facts. Genres longer than the contract allows are left
-- out.
create table catalog.comic_genre (
  comic_id bigint not null,
  genre text not null,
  latest_at timestamp(3) with time zone not null,
  from_age smallint not null,
  constraint comic_genre_pkey PRIMARY KEY (comic_id, genre),
  constraint comic_genre_comic_id_fkey FOREIGN KEY (comic_id) REFERENCES catalog.comic(id) ON DELETE CASCADE,
  constraint comic_genre_genre_check CHECK (length(genre) <= 40)
);
CREATE INDEX comic_genre_by_update ON catalog.comic_genre USING btree (genre, latest_at, comic_id);
CREATE TRIGGER comic_genres_added AFTER INSERT ON catalog.comic_genre REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog.tally_genres();
CREATE TRIGGER comic_genres_removed AFTER DELETE ON catalog.comic_genre REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog.tally_genres();

-- The weekdays (1 = Monday) on which a visible serial comic is listed, by the stored facts.
create table catalog.comic_weekday (
  comic_id bigint not null,
  weekday smallint not null,
  latest_at timestamp(3) with time zone not null,
  from_age smallint not null,
  constraint comic_weekday_pkey PRIMARY KEY (comic_id, weekday),
  constraint comic_weekday_comic_id_fkey FOREIGN KEY (comic_id) REFERENCES catalog.comic(id) ON DELETE CASCADE,
  constraint comic_weekday_weekday_check CHECK (weekday >= 1 AND weekday <= 7)
);
CREATE INDEX comic_weekday_by_update ON catalog.comic_weekday USING btree (weekday, latest_at DESC, comic_id DESC) WHERE (from_age <= 16);
CREATE INDEX comic_weekday_by_update_teen ON catalog.comic_weekday USING btree (weekday, latest_at DESC, comic_id DESC) WHERE (from_age <= 12);
CREATE INDEX comic_weekday_by_update_adult ON catalog.comic_weekday USING btree (weekday, latest_at DESC, comic_id DESC);

-- For a time, some comics cost a percentage of their price; 0 percent is free. Whole milliseconds, as the app compares
-- these times with its own clock.
create table catalog.promotion (
  id bigint not null generated always as identity,
  -- The editor's name for it.
  key text not null,
  title text not null,
  percent smallint not null,
  starts_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone not null,
  constraint promotion_pkey PRIMARY KEY (id),
  constraint promotion_key_key UNIQUE (key),
  constraint promotion_id_percent_starts_at_ends_at_key UNIQUE (id, percent, starts_at, ends_at),
  constraint promotion_key_check CHECK (key <> ''::text),
  constraint promotion_title_check CHECK (title <> ''::text),
  constraint promotion_percent_check CHECK (percent >= 0 AND percent <= 99),
  constraint promotion_check CHECK (starts_at < ends_at AND isfinite(starts_at) AND isfinite(ends_at))
);

-- Repeats percent and times of the promotion, held equal by the foreign key: the price of a comic is found in one
-- table.
create table catalog.promotion_comic (
  promotion_id bigint not null,
  comic_id bigint not null,
  position integer not null,
  percent smallint not null,
  starts_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone not null,
  constraint promotion_comic_pkey PRIMARY KEY (promotion_id, comic_id),
  -- The comic's id is a range of one, because equality in a gist index would need an extension.
  constraint one_promotion_at_a_time EXCLUDE USING gist (int8range(comic_id, comic_id, '[]'::text) WITH &&, tstzrange(starts_at, ends_at) WITH &&) DEFERRABLE,
  constraint promotion_comic_comic_id_fkey FOREIGN KEY (comic_id) REFERENCES catalog.comic(id) ON DELETE CASCADE,
  constraint promotion_comic_promotion_id_percent_starts_at_ends_at_fkey FOREIGN KEY (promotion_id, percent, starts_at, ends_at) REFERENCES catalog.promotion(id, percent, starts_at, ends_at) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX promotion_comic_by_comic ON catalog.promotion_comic USING btree (comic_id, starts_at, ends_at);
CREATE TRIGGER promotion_comics_added AFTER INSERT ON catalog.promotion_comic REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog.update_facts_of_promotions();
CREATE TRIGGER promotion_comics_altered AFTER UPDATE ON catalog.promotion_comic REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog.update_facts_of_promotions();
CREATE TRIGGER promotion_comics_removed AFTER DELETE ON catalog.promotion_comic REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalog.update_facts_of_promotions();

-- How many comics of each age rating a genre has, as a sum over rows. Rows are only ever added, so that two imports
-- never wait for each other; the app sums them up now and then.
create table catalog.genre_tally (
  genre text not null,
  from_age smallint not null,
  comics integer not null
);

create table catalog.bulk_change (
  id bigint not null generated always as identity,
  -- As in audit.entry. Only this person applies and undoes it.
  actor text not null,
  action text not null,
  made_at timestamp with time zone not null,
  applied_at timestamp with time zone,
  undone_at timestamp with time zone,
  constraint bulk_change_pkey PRIMARY KEY (id)
);

create table catalog.bulk_change_comic (
  bulk_change_id bigint not null,
  comic_id bigint not null,
  -- The columns that change, by name.
  before jsonb not null,
  after jsonb not null,
  -- The entry of the audit log; null until it is applied, and where the comic was changed in between.
  entry_id bigint,
  -- The columns that it has added to comic.set_by_hand; an undo takes away these alone.
  protects text[] not null default '{}'::text[],
  constraint bulk_change_comic_pkey PRIMARY KEY (bulk_change_id, comic_id),
  constraint bulk_change_comic_bulk_change_id_fkey FOREIGN KEY (bulk_change_id) REFERENCES catalog.bulk_change(id) ON DELETE CASCADE,
  constraint bulk_change_comic_comic_id_fkey FOREIGN KEY (comic_id) REFERENCES catalog.comic(id) ON DELETE CASCADE
);
CREATE INDEX bulk_change_comic_by_comic ON catalog.bulk_change_comic USING btree (comic_id);

create table catalog.page_version (
  id bigint not null generated always as identity,
  chapter_id bigint not null,
  -- As in audit.entry. Null = the pages that were imported.
  actor text,
  -- When this version became the pages of the chapter; of imported pages, when they were changed first.
  made_at timestamp with time zone not null,
  -- When it was replaced. It can be restored for 30 days. Null = the chapter has these pages.
  left_at timestamp with time zone,
  -- As in catalog.chapter, in the same folder of the image storage.
  pages jsonb not null,
  thumb jsonb,
  preview jsonb not null,
  damaged_pages integer not null,
  constraint page_version_pkey PRIMARY KEY (id),
  constraint page_version_chapter_id_fkey FOREIGN KEY (chapter_id) REFERENCES catalog.chapter(id) ON DELETE CASCADE,
  constraint page_version_pages_check CHECK (jsonb_array_length(pages) > 0),
  constraint page_version_damaged_pages_check CHECK (damaged_pages >= 0)
);
CREATE INDEX page_version_by_chapter ON catalog.page_version USING btree (chapter_id, id);
CREATE INDEX page_version_by_preview_folder ON catalog.page_version USING btree (split_part((preview ->> 'key'::text), '/'::text, 2));
CREATE INDEX page_version_left ON catalog.page_version USING btree (left_at) WHERE (left_at IS NOT NULL);

-- The chapters that the current import has published. Written with the chapter and moved to the audit log when the
-- import ends, however it ends.
create table catalog.imported (
  -- uploads.upload; empty for an import from a folder, of which there is one at a time.
  upload_id text not null default ''::text,
  path text not null,
  comic_id bigint not null,
  result text not null,
  actor text not null,
  constraint imported_pkey PRIMARY KEY (upload_id, path),
  constraint imported_result_check CHECK (result = ANY (ARRAY['new'::text, 'replaced'::text]))
);

-- The one rule of the facts, for any moment. A function and not code: listings use it inside their queries, where
-- PostgreSQL inlines it.
CREATE OR REPLACE FUNCTION catalog.comic_facts(comic bigint, at timestamp with time zone)
 RETURNS TABLE(first_at timestamp with time zone, latest_at timestamp with time zone, all_free boolean, facts_from timestamp with time zone, facts_until timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select c.first_at, c.latest_at, c.latest_at is not null and (c.all_free or p.running),
    greatest(c.turned_at, p.turned_at, '-infinity'), least(c.turns_at, p.turns_at, 'infinity')
  from (
    select min(published_at) filter (where published_at <= at)::timestamptz(3) as first_at,
      max(published_at) filter (where published_at <= at)::timestamptz(3) as latest_at,
      coalesce(bool_and(price_coins = 0 or (free_at is not null and free_at <= at)) filter (where published_at <= at), false)
        as all_free,
      greatest(max(published_at) filter (where published_at <= at), max(free_at) filter (where free_at <= at)) as turned_at,
      least(min(published_at) filter (where published_at > at), min(free_at) filter (where free_at > at)) as turns_at
    from catalog.chapter where comic_id = comic and online
  ) c cross join (
    select coalesce(bool_or(starts_at <= at and ends_at > at), false) as running,
      greatest(max(starts_at) filter (where starts_at <= at), max(ends_at) filter (where ends_at <= at)) as turned_at,
      least(min(starts_at) filter (where starts_at > at), min(ends_at) filter (where ends_at > at)) as turns_at
    from catalog.promotion_comic where comic_id = comic and percent = 0
  ) p
$function$;

-- Locks the comics first, in order, then computes in a statement of its own: that one sees what the transactions it
-- waited for have written.
CREATE OR REPLACE FUNCTION catalog.update_comic_facts(comics bigint[], at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from catalog.comic where id = any(comics) order by id for no key update;
  update catalog.comic as stored set first_at = f.first_at, latest_at = f.latest_at, all_free = f.all_free,
    facts_from = f.facts_from, facts_until = f.facts_until
  from catalog.comic c cross join lateral catalog.comic_facts(c.id, at) f
  where c.id = any(comics) and stored.id = c.id
    and (stored.first_at, stored.latest_at, stored.all_free, stored.facts_from, stored.facts_until)
      is distinct from (f.first_at, f.latest_at, f.all_free, f.facts_from, f.facts_until);
end $function$;

-- Once a statement, however many chapters it changes. PostgreSQL allows a transition table for one event only, hence
-- three triggers.
CREATE OR REPLACE FUNCTION catalog.update_facts_of_chapters()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  comics bigint[] := array(select distinct comic_id from changed);
begin
  perform catalog.update_comic_facts(comics, now());
  perform pg_notify('catalog', comic::text) from unnest(comics) comic;
  -- Files of pages that are gone must not be served from the memory of any node.
  if tg_op = 'DELETE' and comics <> '{}' then
    perform pg_notify('catalog', 'files');
  end if;
  return null;
end $function$;

-- Also announces the change. It runs for statements that change no row too, so that a change of a title alone, which
-- replacePromotions writes before the comics, is announced as well.
CREATE OR REPLACE FUNCTION catalog.update_facts_of_promotions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform catalog.update_comic_facts(array(select distinct comic_id from changed), now());
  perform pg_notify('catalog', '');
  return null;
end $function$;

-- A trigger because it follows latest_at, which the facts' triggers and the turning of facts write. A comic has nothing
-- out when it is inserted, so only updates count.
CREATE OR REPLACE FUNCTION catalog.update_comic_genres()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  listed text[] := '{}';
begin
  if new.online and new.cover is not null and new.latest_at is not null then
    listed := array(select distinct genre from unnest(new.genres) genre where length(genre) <= 40);
  end if;
  delete from catalog.comic_genre
  where comic_id = new.id and (genre <> all(listed) or from_age <> catalog.from_age(new.age_rating));
  insert into catalog.comic_genre as stored (comic_id, genre, latest_at, from_age)
  select new.id, genre, new.latest_at, catalog.from_age(new.age_rating) from unnest(listed) genre
  on conflict (comic_id, genre) do update set latest_at = excluded.latest_at
    where stored.latest_at <> excluded.latest_at;
  return null;
end $function$;

-- A trigger because rows also go by cascade, when a comic is deleted; the sums must never differ from comic_genre.
CREATE OR REPLACE FUNCTION catalog.tally_genres()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into catalog.genre_tally (genre, from_age, comics)
  select genre, from_age, case tg_op when 'INSERT' then 1 else -1 end * count(*) from changed group by genre, from_age;
  return null;
end $function$;

-- The weekdays the editor assigned, else that of the latest publication in China's one time zone. Used by the listing
-- and by the trigger below.
CREATE OR REPLACE FUNCTION catalog.comic_weekdays(assigned smallint[], latest_at timestamp with time zone)
 RETURNS smallint[]
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (assigned = '{}'::smallint[]) THEN ARRAY[(date_part('isodow'::text, (latest_at AT TIME ZONE 'Asia/Shanghai'::text)))::smallint] ELSE assigned END;

-- A trigger for the reason of update_comic_genres.
CREATE OR REPLACE FUNCTION catalog.update_comic_weekdays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  days smallint[] := '{}';
begin
  if new.online and new.cover is not null and new.status = 'serial' and new.latest_at is not null then
    days := catalog.comic_weekdays(new.weekdays, new.latest_at);
  end if;
  delete from catalog.comic_weekday where comic_id = new.id and weekday <> all(days);
  insert into catalog.comic_weekday as stored (comic_id, weekday, latest_at, from_age)
  select distinct new.id, day, new.latest_at, catalog.from_age(new.age_rating) from unnest(days) day
  on conflict (comic_id, weekday) do update set latest_at = excluded.latest_at, from_age = excluded.from_age;
  return null;
end $function$;

-- A deferred trigger, because only the database runs something at the very end of a transaction: a library then has to
-- look back no longer than a commit takes, and not as long as any transaction may last.
CREATE OR REPLACE FUNCTION catalog.record_comic_news()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The comic may be gone again by the end of the transaction.
  insert into catalog.comic_news as stored (comic_id, news_at)
  select id, clock_timestamp() from catalog.comic where id = new.id
  on conflict (comic_id) do update set news_at = excluded.news_at;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION catalog.notify_comic_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('catalog', coalesce(new.id, old.id)::text);
  return null;
end $function$;

-- From which age on readers are shown a comic of this rating.
CREATE OR REPLACE FUNCTION catalog.from_age(rating text)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE
RETURN CASE rating WHEN 'all'::text THEN 0 ELSE ((rating)::smallint)::integer END;

-- Files of pages that have moved must not be served from the memory of any node. Fires only for statements that set the
-- pages.
CREATE OR REPLACE FUNCTION catalog.notify_moved_pages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('catalog', 'files');
  return null;
end $function$;

------------------------------------------------------------------------------------------------------------------------
-- What the editor arranges on the site.
create schema editorial;

-- One document a part (shapes: server/modules/editorial/parts.ts). Parts are replaced whole and kept in memory by every
-- app node; a missing part has the program's default.
create table editorial.part (
  name text not null,
  body jsonb not null,
  updated_at timestamp with time zone not null,
  constraint part_pkey PRIMARY KEY (name)
);
CREATE TRIGGER part_changed AFTER INSERT OR DELETE OR UPDATE ON editorial.part FOR EACH STATEMENT EXECUTE FUNCTION editorial.notify_part_change();

-- Pictures that were uploaded in the console and may not be part of anything yet. Their files are kept for a day.
create table editorial.upload (
  source text not null,
  use text not null,
  picture jsonb not null,
  added_at timestamp with time zone not null,
  constraint upload_pkey PRIMARY KEY (source),
  constraint upload_use_check CHECK (use = ANY (ARRAY['picture'::text, 'icon'::text, 'logo'::text]))
);

-- The versions of each part that the author of an exported file has seen. Applying the file overwrites no others.
create table editorial.export (
  id text not null,
  seen jsonb not null,
  at timestamp with time zone not null,
  constraint export_pkey PRIMARY KEY (id)
);

-- Names the topic, so that listings and rankings, which show no part, stay in memory.
CREATE OR REPLACE FUNCTION editorial.notify_part_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('catalog', 'editorial');
  return null;
end $function$;

------------------------------------------------------------------------------------------------------------------------
-- What readers do with comics: libraries, progress, views and rankings. Readers are numbers here, and so are comics and
-- chapters where their changes must not wait for what is counted.
create schema reading;

-- A reader with entries. Locked before several entries of it are changed, so that two changes cannot deadlock.
create table reading.library (
  reader_id bigint not null,
  -- The entries know all news of comics (catalog.comic_news.news_at) up to here.
  news_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  -- Whether the favourites of this reader count in rankings: they have credentials, or have read.
  counts boolean not null default false,
  constraint library_pkey PRIMARY KEY (reader_id)
);

-- One comic in one reader's library: subscribed, favourited, owned or read.
create table reading.entry (
  reader_id bigint not null,
  comic_id bigint not null,
  subscribed_at timestamp(3) with time zone,
  favorited_at timestamp(3) with time zone,
  owned_at timestamp(3) with time zone,
  -- When the comic was last read; the place is in reading.place.
  read_at timestamp(3) with time zone,
  -- The chapter last read.
  chapter_id bigint,
  -- Later publications are unread.
  seen_at timestamp(3) with time zone not null,
  -- The comic's latest publication, as of library.news_at; null while nobody may see the comic.
  latest_at timestamp(3) with time zone,
  -- Whether the favourite was among the few of its day that one address may add to a comic.
  favorite_counts boolean not null default false,
  -- Readers below this age do not see it.
  age smallint not null,
  -- A new chapter moves a comic up for subscribers; for others only what they do themselves.
  activity_at timestamp(3) with time zone not null generated always as (GREATEST(subscribed_at, favorited_at, owned_at, read_at,
CASE
    WHEN subscribed_at IS NOT NULL THEN latest_at
    ELSE NULL::timestamp with time zone
END)) stored,
  constraint entry_pkey PRIMARY KEY (reader_id, comic_id),
  constraint entry_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES reading.library(reader_id) ON DELETE CASCADE,
  constraint entry_comic_id_fkey FOREIGN KEY (comic_id) REFERENCES catalog.comic(id) ON DELETE CASCADE,
  constraint entry_check CHECK ((read_at IS NULL) = (chapter_id IS NULL))
);
CREATE INDEX entry_by_comic ON reading.entry USING btree (comic_id);
CREATE INDEX entry_with_news ON reading.entry USING btree (reader_id, activity_at DESC, comic_id DESC) WHERE (latest_at > seen_at);
CREATE INDEX entry_subscribed ON reading.entry USING btree (reader_id, latest_at DESC, comic_id DESC) WHERE ((latest_at IS NOT NULL) AND (subscribed_at IS NOT NULL));
CREATE INDEX entry_favorited ON reading.entry USING btree (reader_id, favorited_at DESC, comic_id DESC) WHERE ((latest_at IS NOT NULL) AND (favorited_at IS NOT NULL));
-- The client requests the number of unread comics at every start.
CREATE INDEX entry_unread ON reading.entry USING btree (reader_id, age) WHERE ((latest_at > seen_at) AND (subscribed_at IS NOT NULL));
CREATE INDEX entry_favorite_counts ON reading.entry USING btree (comic_id, reader_id) WHERE ((favorited_at IS NOT NULL) AND favorite_counts);
CREATE INDEX entry_by_activity ON reading.entry USING btree (reader_id, activity_at DESC, comic_id DESC) WHERE ((latest_at IS NOT NULL) OR (owned_at IS NOT NULL));
CREATE INDEX entry_owned ON reading.entry USING btree (reader_id, activity_at DESC, comic_id DESC) WHERE (owned_at IS NOT NULL);
CREATE INDEX entry_read ON reading.entry USING btree (reader_id, read_at DESC, comic_id DESC) WHERE ((read_at IS NOT NULL) AND ((latest_at IS NOT NULL) OR (owned_at IS NOT NULL)));

-- Where a reader is in a chapter.
create table reading.place (
  reader_id bigint not null,
  comic_id bigint not null,
  chapter_id bigint not null,
  page integer not null,
  -- How far down the page, 0 to 1 of its height.
  page_offset double precision not null,
  -- When it was read, by the server's clock: the newest wins, whichever device reports last.
  at timestamp(3) with time zone not null,
  -- Stays true wherever the reader goes back to.
  finished boolean not null,
  -- The place is the end of the chapter, so that a finished chapter opens at its top. False while it is read again.
  -- Only meaningful where the chapter is finished.
  at_end boolean not null default true,
  constraint place_pkey PRIMARY KEY (reader_id, comic_id, chapter_id),
  constraint place_reader_id_comic_id_fkey FOREIGN KEY (reader_id, comic_id) REFERENCES reading.entry(reader_id, comic_id) ON DELETE CASCADE,
  constraint place_page_check CHECK (page >= 0),
  constraint place_page_offset_check CHECK (page_offset >= 0::double precision AND page_offset <= 1::double precision)
);

-- Who read which chapter on which day (Asia/Shanghai), so that it counts once. Deleted soon after the day.
create table reading.view (
  day date not null,
  chapter_id bigint not null,
  reader_id bigint not null,
  comic_id bigint not null,
  constraint view_pkey PRIMARY KEY (day, chapter_id, reader_id)
);

-- Views by day, kept for good.
create table reading.comic_day (
  day date not null,
  comic_id bigint not null,
  views bigint not null,
  constraint comic_day_pkey PRIMARY KEY (day, comic_id)
) with (fillfactor=70);

-- The key that addresses are hashed with on one day (Asia/Shanghai). Deleted with the hashes one day after its day.
create table reading.address_key (
  day date not null,
  key bytea not null,
  constraint address_key_pkey PRIMARY KEY (day)
);

-- Which readers count in the rankings of a comic from one address, or from one network, on one day.
create table reading.address_day (
  day date not null,
  -- The hash of the address or of the network.
  address bytea not null,
  comic_id bigint not null,
  readers bigint[] not null,
  constraint address_day_pkey PRIMARY KEY (day, address, comic_id),
  constraint address_day_readers_check CHECK (cardinality(readers) >= 1 AND cardinality(readers) <= 30)
);

-- All rankings, taken together every few minutes; a reader half way down an older one continues in that.
create table reading.ranking_snapshot (
  id bigint not null generated always as identity,
  -- The last day it counts.
  day date not null,
  -- Taken at the end of a day, to compare the next day with; never shown.
  closing boolean not null,
  taken_at timestamp(3) with time zone not null,
  -- When the next one is due.
  due_at timestamp(3) with time zone not null,
  constraint ranking_snapshot_pkey PRIMARY KEY (id)
);

create table reading.ranking (
  snapshot_id bigint not null,
  type text not null,
  -- Empty for all genres.
  genre text not null,
  -- By rank; scores and before have the same length.
  comics bigint[] not null,
  scores bigint[] not null,
  -- The ranks at the end of the day before; null for comics that had none.
  before integer[] not null,
  -- Without comics from a higher age on; only stored where it differs from the ranking with the limit below.
  age_limit smallint not null,
  constraint ranking_pkey PRIMARY KEY (snapshot_id, type, genre, age_limit),
  constraint ranking_snapshot_id_fkey FOREIGN KEY (snapshot_id) REFERENCES reading.ranking_snapshot(id) ON DELETE CASCADE,
  constraint ranking_check CHECK (cardinality(comics) = cardinality(scores) AND cardinality(comics) = cardinality(before)),
  constraint ranking_type_check CHECK (type = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'total'::text, 'sale'::text, 'favorite'::text])),
  constraint ranking_age_limit_check CHECK (age_limit = ANY (ARRAY[12, 16, 18]))
);

-- The authors that a reader follows, by the name in catalog.comic.authors.
create table reading.followed_author (
  reader_id bigint not null,
  author text not null,
  followed_at timestamp(3) with time zone not null,
  constraint followed_author_pkey PRIMARY KEY (reader_id, author),
  constraint followed_author_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES reading.library(reader_id) ON DELETE CASCADE,
  constraint followed_author_author_check CHECK (author <> ''::text)
);
CREATE INDEX followed_author_by_time ON reading.followed_author USING btree (reader_id, followed_at DESC, author DESC);
-- The readers to notify of a new work.
CREATE INDEX followed_author_by_author ON reading.followed_author USING btree (author);

-- How far readers came with chapters that cost something, and how many chapters were read to the end. Counts only;
-- deleted once the day is totalled.
create table reading.step_day (
  day date not null,
  comic_id bigint not null,
  step text not null,
  -- A reader counts once a chapter and day on a node; after a restart of it, or on another node, possibly once more.
  readers bigint not null,
  constraint step_day_pkey PRIMARY KEY (day, comic_id, step),
  constraint step_day_step CHECK (step = ANY (ARRAY['seen'::text, 'panel'::text, 'finished'::text, 'finished-bought'::text]))
);

-- A group (分组) into which a reader puts comics of their library.
create table reading.comic_group (
  reader_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  -- The groups of a reader are listed by it.
  ordinal integer not null,
  constraint comic_group_pkey PRIMARY KEY (reader_id, id),
  constraint comic_group_reader_id_name_key UNIQUE (reader_id, name),
  constraint comic_group_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES reading.library(reader_id) ON DELETE CASCADE,
  constraint comic_group_name_check CHECK (name <> ''::text)
);

-- A comic in a group of a reader. It is removed with the entry of the library.
create table reading.grouped_comic (
  reader_id bigint not null,
  group_id bigint not null,
  comic_id bigint not null,
  -- The comic that was merged into this one, if the row is a copy of its row; undoing the merge moves it back.
  copied_from bigint,
  constraint grouped_comic_pkey PRIMARY KEY (reader_id, group_id, comic_id),
  constraint grouped_comic_reader_id_group_id_fkey FOREIGN KEY (reader_id, group_id) REFERENCES reading.comic_group(reader_id, id) ON DELETE CASCADE,
  constraint grouped_comic_reader_id_comic_id_fkey FOREIGN KEY (reader_id, comic_id) REFERENCES reading.entry(reader_id, comic_id) ON DELETE CASCADE
);
CREATE INDEX grouped_comic_by_comic ON reading.grouped_comic USING btree (reader_id, comic_id);

------------------------------------------------------------------------------------------------------------------------
-- What readers write to the operator, and the replies.
create schema support;

create table support.feedback (
  id bigint not null generated always as identity,
  -- A number alone, as modules do not refer to each other's readers. Null where the reader was erased: a complaint
  -- outlives its reader.
  reader_id bigint,
  -- 0 to 4 as the frequent questions, 5 a complaint about somebody's rights.
  type smallint not null,
  content text not null,
  -- Another way to reach the reader; empty where none was given.
  contact text not null default ''::text,
  created_at timestamp(3) with time zone not null,
  -- When the operator last replied.
  replied_at timestamp(3) with time zone,
  -- When the reader last saw the reply.
  seen_at timestamp(3) with time zone,
  -- open and working wait for the operator; working: the operator has begun. Withdrawn ones are shown to their reader
  -- only.
  state text not null default 'open'::text,
  -- What it is about, as the reader's app says: comicId, chapterId, page, orderId.
  about jsonb not null default '{}'::jsonb,
  -- The id of the member of staff who looks after it; null = nobody.
  assigned_to bigint,
  constraint feedback_pkey PRIMARY KEY (id),
  constraint feedback_type_check CHECK (type >= 0 AND type <= 5),
  constraint feedback_content_check CHECK (content <> ''::text),
  constraint feedback_nameless CHECK (reader_id IS NOT NULL OR type = 5),
  constraint feedback_state_check CHECK (state = ANY (ARRAY['open'::text, 'working'::text, 'answered'::text, 'closed'::text, 'withdrawn'::text]))
);
CREATE INDEX feedback_by_reader ON support.feedback USING btree (reader_id, id DESC);
CREATE INDEX feedback_unread ON support.feedback USING btree (reader_id) WHERE (replied_at > COALESCE(seen_at, '-infinity'::timestamp with time zone));
CREATE INDEX feedback_open ON support.feedback USING btree (id) WHERE (state = ANY (ARRAY['open'::text, 'working'::text]));
CREATE INDEX feedback_waiting ON support.feedback USING btree ((
CASE
    WHEN (type = 5) THEN 0
    ELSE 1
END), id) WHERE (state = ANY (ARRAY['open'::text, 'working'::text]));
CREATE INDEX feedback_by_state ON support.feedback USING btree (state, id);

-- Whether the answer to a frequent question helped a reader: one vote a reader and question, the last one counts.
create table support.question_vote (
  reader_id bigint not null,
  -- Given by the editor, or made from the words of the question.
  question_key text not null,
  helpful boolean not null,
  voted_at timestamp(3) with time zone not null,
  constraint question_vote_pkey PRIMARY KEY (reader_id, question_key),
  constraint question_vote_question_key_check CHECK (length(question_key) >= 1 AND length(question_key) <= 40)
);
CREATE INDEX question_vote_by_question ON support.question_vote USING btree (question_key, helpful);

-- What the operator replied to feedback, and what the reader wrote after it.
create table support.message (
  id bigint not null generated always as identity,
  feedback_id bigint not null,
  by_reader boolean not null,
  content text not null,
  sent_at timestamp(3) with time zone not null,
  constraint message_pkey PRIMARY KEY (id),
  constraint message_feedback_id_fkey FOREIGN KEY (feedback_id) REFERENCES support.feedback(id) ON DELETE CASCADE,
  constraint message_content_check CHECK (content <> ''::text)
);
CREATE INDEX message_by_feedback ON support.message USING btree (feedback_id, id);

-- Pictures of readers for the operator, drawn anew as WebP. Here and not in the image store, which serves everybody.
create table support.picture (
  id bigint not null generated always as identity,
  -- Until it belongs to a feedback; one that never does is deleted after a day.
  reader_id bigint,
  feedback_id bigint,
  image bytea not null,
  width integer not null,
  height integer not null,
  uploaded_at timestamp(3) with time zone not null,
  constraint picture_pkey PRIMARY KEY (id),
  constraint picture_feedback_id_fkey FOREIGN KEY (feedback_id) REFERENCES support.feedback(id) ON DELETE CASCADE,
  constraint picture_width_check CHECK (width > 0),
  constraint picture_height_check CHECK (height > 0),
  constraint picture_has_one_owner CHECK ((reader_id IS NULL) <> (feedback_id IS NULL))
);
CREATE INDEX picture_by_feedback ON support.picture USING btree (feedback_id, id);
CREATE INDEX picture_by_reader ON support.picture USING btree (reader_id) WHERE (reader_id IS NOT NULL);

-- Texts from which staff begin a reply.
create table support.reply_template (
  id bigint not null generated always as identity,
  title text not null,
  body text not null,
  constraint reply_template_pkey PRIMARY KEY (id),
  constraint reply_template_title_check CHECK (title <> ''::text),
  constraint reply_template_body_check CHECK (body <> ''::text)
);

------------------------------------------------------------------------------------------------------------------------
-- Readers' coins, bonus and tickets: a double-entry, append-only ledger, what it was spent on, and from which grants.
-- Comics and chapters are numbers here: records of money outlive them.
create schema wallet;

-- One reader's money. Whatever moves it locks this row first, FOR NO KEY UPDATE. Opened with the first grant.
create table wallet.wallet (
  id bigint not null generated always as identity,
  -- Null once the reader is erased: records of money stay, without a name.
  reader_id bigint,
  opened_at timestamp with time zone not null,
  -- Grows with whatever moves money or purchases of this wallet, in the same statement. Who wrote by what they read
  -- before can tell whether it still holds.
  version bigint not null default 0,
  constraint wallet_pkey PRIMARY KEY (id),
  constraint wallet_reader_id_key UNIQUE (reader_id),
  constraint wallet_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES account.reader(id) ON DELETE SET NULL
) with (fillfactor=80);

-- Where an asset is: in a wallet, or on a side of the system.
create table wallet.account (
  id bigint not null generated always as identity,
  wallet_id bigint,
  -- Names an account of the system.
  code text,
  -- debt: coins that were spent before a refund or an operator took them back. A wallet has the account only once it
  -- has owed some; coins that come in pay it first.
  asset text not null,
  -- Of wallets only. The balance of the system is the sum of its transfers: a stored one would be written by every
  -- purchase.
  balance bigint,
  constraint account_pkey PRIMARY KEY (id),
  constraint account_once_a_wallet UNIQUE (wallet_id, asset),
  constraint account_once_a_code UNIQUE (code, asset),
  -- Transfers and lots refer to it, so that no asset becomes another.
  constraint account_with_asset UNIQUE (id, asset),
  constraint account_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet.wallet(id),
  constraint account_balance_not_negative CHECK (balance >= 0),
  constraint account_of_wallet_or_system CHECK ((wallet_id IS NULL) = (code IS NOT NULL)),
  constraint account_balance_of_wallets CHECK ((wallet_id IS NULL) = (balance IS NULL)),
  constraint account_asset CHECK (asset = ANY (ARRAY['coin'::text, 'bonus'::text, 'ticket'::text, 'debt'::text]))
) with (fillfactor=70);

-- A chapter that a reader owns, and what was paid for it.
create table wallet.purchase (
  id bigint not null generated always as identity,
  -- The owner: follows a merge. Nothing else of a purchase changes.
  wallet_id bigint not null,
  comic_id bigint not null,
  chapter_id bigint not null,
  -- The price of the chapter.
  price_coins bigint not null,
  -- What it cost at that moment; paid by a ticket all the same.
  cost_coins bigint not null,
  coins bigint not null,
  bonus bigint not null,
  tickets bigint not null,
  at timestamp(3) with time zone not null,
  constraint purchase_pkey PRIMARY KEY (id),
  constraint purchase_once_a_chapter UNIQUE (wallet_id, chapter_id),
  constraint purchase_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet.wallet(id),
  constraint purchase_cost_positive CHECK (cost_coins > 0),
  constraint purchase_coins_not_negative CHECK (coins >= 0),
  constraint purchase_bonus_not_negative CHECK (bonus >= 0),
  constraint purchase_price_covers_cost CHECK (price_coins >= cost_coins),
  constraint purchase_paid_in_full CHECK (tickets = 0 AND (coins + bonus) = cost_coins OR tickets = 1 AND coins = 0 AND bonus = 0)
);
CREATE INDEX purchase_by_time ON wallet.purchase USING btree (at);
CREATE INDEX purchase_by_comic ON wallet.purchase USING btree (wallet_id, comic_id, chapter_id);
CREATE TRIGGER purchase_stays BEFORE DELETE OR UPDATE OF id, comic_id, chapter_id, price_coins, cost_coins, coins, bonus, tickets, at ON wallet.purchase FOR EACH ROW EXECUTE FUNCTION wallet.refuse_change();
CREATE TRIGGER purchase_never_emptied BEFORE TRUNCATE ON wallet.purchase FOR EACH STATEMENT EXECUTE FUNCTION wallet.refuse_change();

-- An amount of one asset that leaves one account (debit) and reaches another (credit): one row is both sides. Never
-- changed or deleted; a mistake is corrected by another transfer.
create table wallet.transfer (
  id bigint not null generated always as identity,
  -- What the transfer is for, so that it happens once.
  idem_key text not null,
  -- topup: bought, and the bonus that comes with it; redeem: by a redeem code; gift: claimed; sign: for attendance;
  -- purchase: spent on a chapter; repair: spent on a missed day of attendance; expire: its time was over; adjust: by an
  -- operator; merge: from an anonymous reader into their account; forfeit: left when a reader was erased; refund: taken
  -- back, held until the money is, then gone; restore: given back because the money was not; repay: coins that pay a
  -- debt, part of the event that brought them.
  kind text not null,
  purchase_id bigint,
  asset text not null,
  debit_id bigint not null,
  credit_id bigint not null,
  amount bigint not null,
  -- Who adjusted it.
  actor text,
  reason text,
  at timestamp(3) with time zone not null,
  -- The same for all transfers that happened together, such as the coins and the bonus of one purchase.
  event_id bigint not null,
  -- What readers are shown; null where what it was for says enough.
  title text,
  constraint transfer_pkey PRIMARY KEY (id),
  constraint transfer_once_a_key UNIQUE (idem_key),
  constraint transfer_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES wallet.purchase(id),
  constraint transfer_from_same_asset FOREIGN KEY (debit_id, asset) REFERENCES wallet.account(id, asset),
  constraint transfer_to_same_asset FOREIGN KEY (credit_id, asset) REFERENCES wallet.account(id, asset),
  constraint transfer_amount_positive CHECK (amount > 0),
  constraint transfer_of_purchase CHECK ((kind = 'purchase'::text) = (purchase_id IS NOT NULL)),
  constraint transfer_explained CHECK (kind <> 'adjust'::text OR actor <> ''::text AND reason <> ''::text AND actor IS NOT NULL AND reason IS NOT NULL),
  constraint transfer_between_two CHECK (debit_id <> credit_id),
  constraint transfer_title_not_empty CHECK (title <> ''::text),
  constraint transfer_kind CHECK (kind = ANY (ARRAY['topup'::text, 'redeem'::text, 'gift'::text, 'sign'::text, 'purchase'::text, 'repair'::text, 'expire'::text, 'adjust'::text, 'merge'::text, 'forfeit'::text, 'refund'::text, 'restore'::text, 'repay'::text]))
);
CREATE INDEX transfer_by_time ON wallet.transfer USING btree (at);
CREATE INDEX transfer_by_purchase ON wallet.transfer USING btree (purchase_id) WHERE (purchase_id IS NOT NULL);
CREATE INDEX transfer_by_debit ON wallet.transfer USING btree (debit_id, event_id);
CREATE INDEX transfer_by_credit ON wallet.transfer USING btree (credit_id, event_id);
CREATE INDEX transfer_by_actor ON wallet.transfer USING btree (actor, at) WHERE (kind = 'adjust'::text);
CREATE TRIGGER transfer_append_only BEFORE DELETE OR UPDATE ON wallet.transfer FOR EACH ROW EXECUTE FUNCTION wallet.refuse_change();
CREATE TRIGGER transfer_never_emptied BEFORE TRUNCATE ON wallet.transfer FOR EACH STATEMENT EXECUTE FUNCTION wallet.refuse_change();

-- One grant and what is left of it. Spent soonest expiry first, then by id; paid coins never expire.
create table wallet.credit_lot (
  id bigint not null generated always as identity,
  account_id bigint not null,
  asset text not null,
  transfer_id bigint not null,
  granted bigint not null,
  remaining bigint not null,
  -- The money paid for all of it.
  cost_fen bigint not null,
  expires_at timestamp(3) with time zone,
  constraint credit_lot_pkey PRIMARY KEY (id),
  constraint credit_lot_once_a_transfer UNIQUE (transfer_id),
  constraint credit_lot_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES wallet.transfer(id),
  constraint credit_lot_of_same_asset FOREIGN KEY (account_id, asset) REFERENCES wallet.account(id, asset),
  constraint credit_lot_granted_positive CHECK (granted > 0),
  constraint credit_lot_cost_not_negative CHECK (cost_fen >= 0),
  constraint credit_lot_remaining_within CHECK (remaining >= 0 AND remaining <= granted),
  constraint credit_lot_cost_of_coins CHECK (asset = 'coin'::text OR cost_fen = 0),
  constraint credit_lot_only_coins_stay CHECK ((asset = ANY (ARRAY['coin'::text, 'debt'::text])) = (expires_at IS NULL))
) with (fillfactor=70);
CREATE INDEX credit_lot_unspent ON wallet.credit_lot USING btree (account_id) WHERE (remaining > 0);
CREATE INDEX credit_lot_by_expiry ON wallet.credit_lot USING btree (expires_at) WHERE ((remaining > 0) AND (expires_at IS NOT NULL));

-- How much of a lot a transfer took.
create table wallet.lot_use (
  lot_id bigint not null,
  transfer_id bigint not null,
  amount bigint not null,
  constraint lot_use_pkey PRIMARY KEY (lot_id, transfer_id),
  constraint lot_use_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES wallet.credit_lot(id),
  constraint lot_use_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES wallet.transfer(id),
  constraint lot_use_amount_positive CHECK (amount > 0)
);
CREATE INDEX lot_use_by_transfer ON wallet.lot_use USING btree (transfer_id);
CREATE TRIGGER lot_use_append_only BEFORE DELETE OR UPDATE ON wallet.lot_use FOR EACH ROW EXECUTE FUNCTION wallet.refuse_change();
CREATE TRIGGER lot_use_never_emptied BEFORE TRUNCATE ON wallet.lot_use FOR EACH STATEMENT EXECUTE FUNCTION wallet.refuse_change();

-- Answers of calls that moved money, by the key that the client made: a repeated call gets the same answer and has no
-- other effect.
create table wallet.idempotency (
  wallet_id bigint not null,
  key text not null,
  -- SHA-256 of the request: the same key for another request is refused.
  request bytea not null,
  answer jsonb not null,
  at timestamp with time zone not null,
  constraint idempotency_pkey PRIMARY KEY (wallet_id, key),
  constraint idempotency_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet.wallet(id),
  constraint idempotency_request_hash CHECK (length(request) = 32)
);
CREATE INDEX idempotency_by_time ON wallet.idempotency USING btree (at);

-- Chapters that are in another comic than their purchases say, or that another chapter stands in for, because comics
-- were merged. Purchases are never changed.
create table wallet.moved_chapter (
  chapter_id bigint not null,
  -- The comic that it is read in now.
  comic_id bigint not null,
  -- The chapter that its owners own by it now: itself, or the one that stayed.
  read_as bigint not null,
  constraint moved_chapter_pkey PRIMARY KEY (chapter_id)
);
CREATE INDEX moved_chapter_by_comic ON wallet.moved_chapter USING btree (comic_id);
CREATE INDEX moved_chapter_by_read_as ON wallet.moved_chapter USING btree (read_as);

-- Adjustments above what one member of staff may make alone. A second person has to approve them; nothing changes
-- before.
create table wallet.adjustment_request (
  id bigint not null generated always as identity,
  wallet_id bigint not null,
  idem_key text not null,
  -- The hash of the request, so that a repeated one is stored once.
  request bytea not null,
  asset text not null,
  amount bigint not null,
  -- How long given bonus and tickets are valid, from the approval on.
  days integer not null,
  -- Who asks for it.
  actor text not null,
  reason text not null,
  state text not null,
  created_at timestamp(3) with time zone not null,
  decided_by text,
  decided_at timestamp(3) with time zone,
  constraint adjustment_request_pkey PRIMARY KEY (id),
  constraint adjustment_request_once_a_key UNIQUE (idem_key),
  constraint adjustment_request_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet.wallet(id),
  constraint adjustment_request_hash CHECK (length(request) = 32),
  constraint adjustment_request_asset CHECK (asset = ANY (ARRAY['coin'::text, 'bonus'::text, 'ticket'::text])),
  constraint adjustment_request_amount CHECK (amount <> 0),
  constraint adjustment_request_days CHECK (days > 0),
  constraint adjustment_request_state CHECK (state = ANY (ARRAY['open'::text, 'approved'::text, 'rejected'::text])),
  constraint adjustment_request_decided CHECK ((state = 'open'::text) = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL))
);
CREATE INDEX adjustment_request_open ON wallet.adjustment_request USING btree (id) WHERE (state = 'open'::text);
CREATE INDEX adjustment_request_by_wallet ON wallet.adjustment_request USING btree (wallet_id);

-- What one member of staff may give alone, in coins; more waits for a second person. Without a row the defaults of the
-- program.
create table wallet.alone_limit (
  id boolean not null default true,
  -- An adjustment or a batch of redeem codes.
  once bigint not null,
  -- The adjustments of a day, and apart from them the batches of a day.
  day bigint not null,
  constraint alone_limit_pkey PRIMARY KEY (id),
  constraint alone_limit_single CHECK (id),
  constraint alone_limit_once CHECK (once >= 0),
  constraint alone_limit_day CHECK (day >= once)
);

-- A trigger, because only the database can refuse what is written by hand as well.
CREATE OR REPLACE FUNCTION wallet.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '%.% is append-only', tg_table_schema, tg_table_name using errcode = 'restrict_violation';
end $function$;

------------------------------------------------------------------------------------------------------------------------
-- Gifts that readers have claimed and days on which they have signed. What these brought is in the ledger, under keys
-- made of the same numbers.
create schema rewards;

-- A gift campaign claimed by a reader, as it was at that moment: the operator may change or remove it afterwards.
create table rewards.gift_claim (
  -- A number alone, as modules do not refer to each other's readers; so is the campaign, which is in the editorial
  -- parts.
  reader_id bigint not null,
  -- The reader whose number is in the key of the ledger: an anonymous one, where a merge has moved the claim.
  granted_to bigint not null,
  campaign_id integer not null,
  title text not null,
  kind text not null,
  amount integer not null,
  valid_days integer not null,
  claimable_until timestamp(3) with time zone not null,
  claimed_at timestamp(3) with time zone not null,
  lasts_until timestamp(3) with time zone not null,
  constraint gift_claim_once_a_reader PRIMARY KEY (reader_id, campaign_id),
  constraint gift_claim_title_not_empty CHECK (title <> ''::text),
  constraint gift_claim_kind CHECK (kind = ANY (ARRAY['bonus'::text, 'ticket'::text])),
  constraint gift_claim_amount_positive CHECK (amount > 0),
  constraint gift_claim_valid_days_positive CHECK (valid_days > 0),
  constraint gift_claim_in_time CHECK (claimed_at < claimable_until),
  constraint gift_claim_lasts CHECK (lasts_until > claimed_at)
);

-- A Shanghai day on which a reader has signed, or which they have made good.
create table rewards.attendance (
  reader_id bigint not null,
  -- As with gifts.
  granted_to bigint not null,
  day date not null,
  -- How many days in a row it ends; the days after a repaired one are counted anew. What the day brought stays.
  streak integer not null,
  bonus integer not null,
  tickets integer not null,
  -- In bonus; null where the day was signed on the day itself.
  repair_cost integer,
  at timestamp(3) with time zone not null,
  constraint attendance_once_a_day PRIMARY KEY (reader_id, day),
  constraint attendance_streak_positive CHECK (streak > 0),
  constraint attendance_bonus_not_negative CHECK (bonus >= 0),
  constraint attendance_tickets_not_negative CHECK (tickets >= 0),
  constraint attendance_repair_cost_positive CHECK (repair_cost > 0),
  constraint attendance_in_time CHECK (
CASE
    WHEN repair_cost IS NULL THEN (at AT TIME ZONE 'Asia/Shanghai'::text)::date = day
    ELSE (at AT TIME ZONE 'Asia/Shanghai'::text)::date >= (day + 1) AND (at AT TIME ZONE 'Asia/Shanghai'::text)::date <= (day + 7 - EXTRACT(isodow FROM day)::integer)
END)
);
CREATE UNIQUE INDEX attendance_one_repair_a_week ON rewards.attendance USING btree (reader_id, ((day - (EXTRACT(isodow FROM day))::integer))) WHERE (repair_cost IS NOT NULL);

-- Redeem codes that were made together. Only the columns of its approval and its stop ever change.
create table rewards.redeem_batch (
  id bigint not null generated always as identity,
  -- The key of the request that made it, which has no second effect.
  key text not null,
  name text not null,
  code_count integer not null,
  -- What one code brings, as bonus and tickets.
  coins integer not null,
  bonus integer not null,
  tickets integer not null,
  -- The money for which a code with coins or days of 月卡 is sold elsewhere; 0 = the days are given.
  price_fen integer not null,
  -- From its use, of its bonus and tickets. Coins do not expire.
  valid_days integer not null,
  -- Codes can be used from this moment until before valid_until; both are midnights in Shanghai.
  valid_from timestamp(3) with time zone not null,
  valid_until timestamp(3) with time zone not null,
  uses_per_reader integer not null,
  created_at timestamp(3) with time zone not null,
  created_by text not null,
  -- Unused codes are void from then on.
  stopped_at timestamp(3) with time zone,
  stopped_by text,
  -- Days of 月卡 that one code brings. They are in membership.pass_grant under redeem:<id of the code>.
  pass_days integer not null default 0,
  -- Null = made by one person alone; open: a second person has to approve it; approved: its author may make its codes;
  -- made: the codes exist.
  approval text,
  -- Who approved it: not its author, unless there was nobody else.
  approved_by text,
  approved_at timestamp(3) with time zone,
  constraint redeem_batch_pkey PRIMARY KEY (id),
  constraint redeem_batch_once_a_key UNIQUE (key),
  constraint redeem_batch_name_not_empty CHECK (name <> ''::text),
  constraint redeem_batch_count CHECK (code_count >= 1 AND code_count <= 100000),
  constraint redeem_batch_coins_not_negative CHECK (coins >= 0),
  constraint redeem_batch_bonus_not_negative CHECK (bonus >= 0),
  constraint redeem_batch_tickets_not_negative CHECK (tickets >= 0),
  constraint redeem_batch_valid_days_positive CHECK (valid_days > 0),
  constraint redeem_batch_uses_positive CHECK (uses_per_reader > 0),
  constraint redeem_batch_lasts CHECK (valid_until > valid_from),
  constraint redeem_batch_stopped_by_someone CHECK ((stopped_at IS NULL) = (stopped_by IS NULL)),
  constraint redeem_batch_pass_days CHECK (pass_days >= 0 AND pass_days <= 3660),
  constraint redeem_batch_brings_something CHECK ((coins + bonus + tickets + pass_days) > 0),
  constraint redeem_batch_sells_one_thing CHECK (coins = 0 OR pass_days = 0),
  constraint redeem_batch_price_of_sold CHECK (price_fen >= 0 AND
CASE
    WHEN coins > 0 THEN price_fen > 0
    ELSE price_fen = 0 OR pass_days > 0
END),
  constraint redeem_batch_approval CHECK (approval = ANY (ARRAY['open'::text, 'approved'::text, 'made'::text])),
  constraint redeem_batch_approved CHECK ((approved_at IS NULL) = (approved_by IS NULL) AND (approved_at IS NULL) = (approval IS NULL OR approval = 'open'::text))
);
CREATE TRIGGER redeem_batch_changed AFTER INSERT OR DELETE OR UPDATE ON rewards.redeem_batch FOR EACH STATEMENT EXECUTE FUNCTION rewards.notify_batch_change();

-- A redeem code, and its use. What it brought is in the ledger under the key redeem:<id>.
create table rewards.redeem_code (
  id bigint not null generated always as identity,
  batch_id bigint not null,
  -- HMAC-SHA256 of the code, which is stored nowhere.
  hash bytea not null,
  -- Who used it; null before that, and once the reader is erased.
  reader_id bigint,
  -- The key of the call that used it.
  key text,
  used_at timestamp(3) with time zone,
  constraint redeem_code_pkey PRIMARY KEY (id),
  constraint redeem_code_hash UNIQUE (hash),
  constraint redeem_code_of_batch FOREIGN KEY (batch_id) REFERENCES rewards.redeem_batch(id),
  constraint redeem_code_hash_length CHECK (length(hash) = 32),
  constraint redeem_code_used_whole CHECK ((used_at IS NULL) = (key IS NULL) AND (used_at IS NOT NULL OR reader_id IS NULL))
);
CREATE INDEX redeem_code_used ON rewards.redeem_code USING btree (batch_id, used_at, id) WHERE (used_at IS NOT NULL);
CREATE UNIQUE INDEX redeem_code_once_a_key ON rewards.redeem_code USING btree (reader_id, key) WHERE (reader_id IS NOT NULL);

CREATE OR REPLACE FUNCTION rewards.notify_batch_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('catalog', 'redeeming');
  return null;
end $function$;

------------------------------------------------------------------------------------------------------------------------
-- Top-up orders: what readers bought for cash, what the channels of payment said, and what was given back. The coins
-- are in the ledger of the wallet.
create schema shop;

-- One purchase of coins. Stored before its channel is called; whatever changes it locks the reader first, then this
-- row.
create table shop.topup_order (
  id bigint not null generated always as identity,
  -- What the channel and the reader call it.
  no text not null,
  -- Null once the reader is erased: records of money stay, without a name.
  reader_id bigint,
  -- Made by the client for one act of the reader; null after a merge or an erasure.
  key text,
  -- SHA-256 of the request: the same key for another request is refused.
  request bytea not null,
  -- What was sold, as the editor numbered it; the columns that follow are as it was then.
  package_id bigint not null,
  title text not null,
  -- The price in the list, in fen, whatever the channel takes: limits, growth and the cost of the coins count by it.
  cash_fen bigint not null,
  currency text not null,
  coins bigint not null,
  bonus bigint not null,
  -- Bonus more, if this turns out to be the reader's first top-up.
  first_bonus bigint not null,
  -- What was granted: decided at that moment.
  granted_bonus bigint,
  channel text not null,
  scene text not null,
  -- The inside route that wanted the coins.
  back text not null,
  -- What the channel calls it, where that can't be found by the number.
  reference text,
  -- How the reader pays; null until the channel has answered, and where it first has to know who pays.
  next jsonb,
  -- created: to be paid; paid: the channel has the money, the coins are not there; granted: they are; closed: not paid
  -- in time, or cancelled; refunded: the money is given back.
  state text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  paid_at timestamp(3) with time zone,
  granted_at timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  -- When a reader's look last asked the channel.
  queried_at timestamp(3) with time zone,
  -- How often it was looked at without a reader.
  looks integer not null default 0,
  -- When to look at it again: to ask the channel, to close it there, or to grant it. Null = all is done.
  look_at timestamp(3) with time zone,
  -- The coins for which its refunds stand, the failed ones apart: never more than were granted.
  coins_back bigint not null default 0,
  -- The same of the bonus.
  bonus_back bigint not null default 0,
  -- When its channel did not say how to pay it: nobody can pay it until it is asked again. Null once it has answered.
  unanswered_at timestamp(3) with time zone,
  -- When that step is over although the order is not; null = with the order.
  next_until timestamp(3) with time zone,
  -- SHA-256 of the session and the state with which the reader was sent to the channel to tell who they are; null once
  -- they are back.
  visit bytea,
  -- From then on that visit is not believed.
  visit_until timestamp(3) with time zone,
  -- What the channel takes, in the smallest unit of its currency, as ISO 4217 has it: 149 are 1.49 USD, or 149 JPY.
  amount bigint not null,
  -- Days of 月卡 that were bought; 0 = coins were. What was granted is in membership.pass_grant under order:{no}.
  pass_days integer not null default 0,
  constraint topup_order_pkey PRIMARY KEY (id),
  constraint topup_order_once_a_number UNIQUE (no),
  constraint topup_order_once_a_key UNIQUE (reader_id, key),
  constraint topup_order_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES account.reader(id) ON DELETE SET NULL,
  constraint topup_order_number CHECK (no ~ '^[0-9A-Za-z_-]{6,32}$'::text),
  constraint topup_order_request_hash CHECK (length(request) = 32),
  constraint topup_order_cash_positive CHECK (cash_fen > 0),
  constraint topup_order_currency CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint topup_order_bonus_not_negative CHECK (bonus >= 0),
  constraint topup_order_first_bonus_not_negative CHECK (first_bonus >= 0),
  constraint topup_order_scene CHECK (scene = ANY (ARRAY['pc'::text, 'mobile'::text, 'wechat'::text])),
  constraint topup_order_state CHECK (state = ANY (ARRAY['created'::text, 'paid'::text, 'granted'::text, 'closed'::text, 'refunded'::text])),
  constraint topup_order_expires_later CHECK (expires_at > created_at),
  constraint topup_order_paid_at CHECK ((state <> ALL (ARRAY['paid'::text, 'granted'::text, 'refunded'::text])) OR paid_at IS NOT NULL),
  constraint topup_order_granted CHECK ((granted_at IS NULL) = (granted_bonus IS NULL) AND (state <> 'granted'::text OR granted_at IS NOT NULL) AND (granted_at IS NULL OR (state = ANY (ARRAY['granted'::text, 'refunded'::text])))),
  constraint topup_order_granted_bonus CHECK (granted_bonus = bonus OR granted_bonus = (bonus + first_bonus)),
  constraint topup_order_coins_back_within CHECK (coins_back >= 0 AND coins_back <= coins),
  constraint topup_order_bonus_back_within CHECK (bonus_back >= 0 AND bonus_back <= COALESCE(granted_bonus, 0::bigint)),
  constraint topup_order_back_of_granted CHECK (granted_at IS NOT NULL OR coins_back = 0),
  constraint topup_order_visit_hash CHECK (length(visit) = 32),
  constraint topup_order_visit_ends CHECK ((visit IS NULL) = (visit_until IS NULL)),
  constraint topup_order_amount_positive CHECK (amount > 0),
  constraint topup_order_amount_of_yuan CHECK (currency <> 'CNY'::text OR amount = cash_fen),
  constraint topup_order_pass_days CHECK (pass_days >= 0 AND pass_days <= 3660),
  constraint topup_order_coins_or_pass CHECK ((coins > 0) <> (pass_days > 0)),
  constraint topup_order_pass_without_bonus CHECK (pass_days = 0 OR bonus = 0 AND first_bonus = 0)
) with (fillfactor=80);
CREATE INDEX topup_order_by_reader ON shop.topup_order USING btree (reader_id, id);
CREATE INDEX topup_order_to_look_at ON shop.topup_order USING btree (look_at) WHERE (look_at IS NOT NULL);
CREATE INDEX topup_order_open ON shop.topup_order USING btree (state) WHERE (state = ANY (ARRAY['created'::text, 'paid'::text]));
CREATE INDEX topup_order_by_time ON shop.topup_order USING btree (created_at, id);
CREATE INDEX topup_order_by_state ON shop.topup_order USING btree (state, created_at, id);
CREATE INDEX topup_order_by_channel ON shop.topup_order USING btree (channel, created_at, id);
CREATE INDEX topup_order_by_package ON shop.topup_order USING btree (package_id, created_at, id);

-- Money that a channel took for an order; one row a transaction of the channel.
create table shop.payment (
  id bigint not null generated always as identity,
  order_id bigint not null,
  channel text not null,
  transaction_id text not null,
  -- In the smallest unit of its currency, as are its refunds.
  amount bigint not null,
  currency text not null,
  -- held: recorded, but granting failed and is tried again; credited: the coins were granted for it; surplus: is given
  -- back, because the order had been paid before or its reader is gone.
  state text not null,
  -- As the channel says.
  paid_at timestamp(3) with time zone not null,
  -- When this server knew.
  at timestamp(3) with time zone not null,
  -- The sum of its refunds but the failed ones: together they never exceed it.
  refunded bigint not null default 0,
  constraint payment_pkey PRIMARY KEY (id),
  constraint payment_once_a_transaction UNIQUE (channel, transaction_id),
  constraint payment_order_id_fkey FOREIGN KEY (order_id) REFERENCES shop.topup_order(id),
  constraint payment_amount_positive CHECK (amount > 0),
  constraint payment_state CHECK (state = ANY (ARRAY['held'::text, 'credited'::text, 'surplus'::text])),
  constraint payment_refunded_within CHECK (refunded >= 0 AND refunded <= amount)
);
CREATE UNIQUE INDEX payment_one_an_order ON shop.payment USING btree (order_id) WHERE (state = ANY (ARRAY['held'::text, 'credited'::text]));
CREATE INDEX payment_by_order ON shop.payment USING btree (order_id);
CREATE INDEX payment_by_time ON shop.payment USING btree (channel, paid_at);
CREATE INDEX payment_by_transaction ON shop.payment USING btree (transaction_id);

-- Money given back through the channel that took it; retried with the same number until the channel has it.
create table shop.refund (
  id bigint not null generated always as identity,
  no text not null,
  payment_id bigint not null,
  -- In the smallest unit of the currency of the payment.
  amount bigint not null,
  -- paid-twice, reader-gone: a surplus payment; operator: by hand; dispute: the payer's bank has taken the money, or
  -- may: pending while it is open, done where it is lost, failed where it is won.
  reason text not null,
  state text not null,
  tries integer not null default 0,
  try_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  done_at timestamp(3) with time zone,
  -- Whether the reader gives back what was granted for this money.
  takes_back boolean not null default false,
  -- The share of the granted coins that this money stands for; 0 unless it takes back.
  coins bigint not null default 0,
  -- The same of the bonus.
  bonus bigint not null default 0,
  -- What was there to be taken; in the ledger under refund:{no}.
  taken_coins bigint not null default 0,
  taken_bonus bigint not null default 0,
  -- What was spent already, and is owed.
  debt bigint not null default 0,
  -- Who asked for it, and why, in note.
  actor text,
  note text,
  -- The share of the price in the list that this money stands for, which is taken off the growth; 0 unless it takes
  -- back.
  cash_fen bigint not null default 0,
  -- Days of 月卡 that it takes back, which had not begun; in membership.pass_taking under refund:{no}.
  pass_days integer not null default 0,
  constraint refund_pkey PRIMARY KEY (id),
  constraint refund_once_a_number UNIQUE (no),
  constraint refund_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES shop.payment(id),
  constraint refund_number CHECK (no ~ '^[0-9A-Za-z_-]{6,32}$'::text),
  constraint refund_amount_positive CHECK (amount > 0),
  constraint refund_state CHECK (state = ANY (ARRAY['pending'::text, 'done'::text, 'failed'::text])),
  constraint refund_done_at CHECK ((state = 'done'::text) = (done_at IS NOT NULL)),
  constraint refund_reason CHECK (reason = ANY (ARRAY['paid-twice'::text, 'reader-gone'::text, 'operator'::text, 'dispute'::text])),
  constraint refund_tried_while_pending CHECK ((state = 'pending'::text AND reason <> 'dispute'::text) = (try_at IS NOT NULL)),
  constraint refund_taken_within CHECK (taken_coins >= 0 AND taken_bonus >= 0 AND debt >= 0 AND (taken_coins + taken_bonus + debt) <= (coins + bonus)),
  constraint refund_explained CHECK (reason <> 'operator'::text OR actor <> ''::text AND note <> ''::text AND actor IS NOT NULL AND note IS NOT NULL),
  constraint refund_share_not_negative CHECK (coins >= 0 AND bonus >= 0 AND cash_fen >= 0),
  constraint refund_pass_days_not_negative CHECK (pass_days >= 0)
);
CREATE INDEX refund_by_payment ON shop.refund USING btree (payment_id);
CREATE INDEX refund_to_try ON shop.refund USING btree (try_at) WHERE (try_at IS NOT NULL);
CREATE INDEX refund_by_time ON shop.refund USING btree (done_at) WHERE (done_at IS NOT NULL);
CREATE INDEX refund_disputed ON shop.refund USING btree (payment_id) WHERE ((reason = 'dispute'::text) AND (state = 'pending'::text));

-- What channels sent, byte for byte, stored before it is looked at. The refused ones are forgotten after a week.
create table shop.notification (
  id bigint not null generated always as identity,
  channel text not null,
  -- SHA-256 of the body.
  digest bytea not null,
  body bytea not null,
  headers jsonb not null,
  query text not null,
  times integer not null default 1,
  -- Null = not dealt with yet.
  result text,
  received_at timestamp(3) with time zone not null,
  last_at timestamp(3) with time zone not null,
  -- The number that a verified notification names: of an order, of a refund, or of a disputed transaction. Null if it
  -- was refused as a forgery, or is older than this column.
  about text,
  constraint notification_pkey PRIMARY KEY (id),
  constraint notification_once_a_body UNIQUE (channel, digest),
  constraint notification_digest CHECK (length(digest) = 32)
);
CREATE INDEX notification_by_time ON shop.notification USING btree (last_at);
CREATE INDEX notification_by_about ON shop.notification USING btree (about) WHERE (about IS NOT NULL);
CREATE INDEX notification_unmatched ON shop.notification USING btree (id) WHERE (result <> 'accepted'::text);

-- What a channel says it took and gave back on one day of Shanghai, and whether that agrees with the payments and
-- refunds here.
create table shop.bill (
  channel text not null,
  day date not null,
  -- awaited: not there yet, or not readable; read: its lines are stored, as those of the day beside another; matched,
  -- different: compared.
  state text not null,
  tries integer not null default 0,
  -- When to compare it next; null = all is done.
  try_at timestamp(3) with time zone,
  -- Why the last try failed.
  fault text,
  payments integer not null default 0,
  refunds integer not null default 0,
  matched integer not null default 0,
  -- Payments that were never notified, found in the bill and settled then.
  recovered integer not null default 0,
  reconciled_at timestamp(3) with time zone,
  constraint bill_once_a_day PRIMARY KEY (channel, day),
  constraint bill_state CHECK (state = ANY (ARRAY['awaited'::text, 'read'::text, 'matched'::text, 'different'::text])),
  constraint bill_reconciled_at CHECK ((state = ANY (ARRAY['matched'::text, 'different'::text])) = (reconciled_at IS NOT NULL))
);
CREATE INDEX bill_to_try ON shop.bill USING btree (try_at) WHERE (try_at IS NOT NULL);

-- The lines of the bills. The fee of a payment is found here.
create table shop.bill_line (
  channel text not null,
  day date not null,
  line integer not null,
  kind text not null,
  -- What both sides know it by: of a payment the transaction, of a refund its number.
  no text not null,
  -- Empty where the channel names none, because the money is of something else.
  order_no text not null,
  transaction_id text not null,
  amount bigint not null,
  -- What the channel kept for itself, in the currency of the payment.
  fee bigint not null,
  at timestamp(3) with time zone not null,
  currency text not null,
  constraint bill_line_once PRIMARY KEY (channel, day, line),
  constraint bill_line_of_bill FOREIGN KEY (channel, day) REFERENCES shop.bill(channel, day) ON DELETE CASCADE,
  constraint bill_line_kind CHECK (kind = ANY (ARRAY['payment'::text, 'refund'::text])),
  constraint bill_line_currency CHECK (currency ~ '^[A-Z]{3}$'::text)
);
CREATE INDEX bill_line_by_number ON shop.bill_line USING btree (channel, no);

-- Where a bill and the payments and refunds here do not agree, as last compared.
create table shop.bill_difference (
  channel text not null,
  day date not null,
  kind text not null,
  no text not null,
  class text not null,
  order_no text not null,
  our_amount bigint,
  their_amount bigint,
  at timestamp(3) with time zone not null,
  currency text not null,
  constraint bill_difference_once PRIMARY KEY (channel, day, kind, no, currency),
  constraint bill_difference_of_bill FOREIGN KEY (channel, day) REFERENCES shop.bill(channel, day) ON DELETE CASCADE,
  constraint bill_difference_kind CHECK (kind = ANY (ARRAY['payment'::text, 'refund'::text])),
  constraint bill_difference_class CHECK (class = ANY (ARRAY['ours-only'::text, 'theirs-only'::text, 'amount-differs'::text])),
  constraint bill_difference_sides CHECK ((class = 'theirs-only'::text) = (our_amount IS NULL) AND (class = 'ours-only'::text) = (their_amount IS NULL))
);

-- An order at the sandbox, the channel that takes no money. What it does not hold stands in the order.
create table shop.sandbox_trade (
  order_no text not null,
  -- Random; part of the address of the page on which the order is paid. Without it nobody can pay the order.
  cashier_key text not null,
  state text not null,
  constraint sandbox_trade_pkey PRIMARY KEY (order_no),
  constraint sandbox_trade_once_a_key UNIQUE (cashier_key),
  constraint sandbox_trade_order_no_fkey FOREIGN KEY (order_no) REFERENCES shop.topup_order(no),
  constraint sandbox_trade_state CHECK (state = ANY (ARRAY['open'::text, 'paid'::text, 'closed'::text]))
);

-- Payments and refunds at the sandbox, from which its bills are made. An order that is paid twice has two payments.
create table shop.sandbox_transaction (
  -- The number of the transaction, or of the refund.
  id text not null,
  order_no text not null,
  -- The payment that is given back; null where this is a payment.
  refund_of text,
  amount bigint not null,
  at timestamp(3) with time zone not null,
  -- When the shop is told of the payment unless it knows by then; null = it knows, or is never told.
  tell_at timestamp(3) with time zone,
  constraint sandbox_transaction_pkey PRIMARY KEY (id),
  constraint sandbox_transaction_order_no_fkey FOREIGN KEY (order_no) REFERENCES shop.sandbox_trade(order_no),
  constraint sandbox_transaction_refund_of_fkey FOREIGN KEY (refund_of) REFERENCES shop.sandbox_transaction(id),
  constraint sandbox_transaction_amount_positive CHECK (amount > 0)
);
CREATE INDEX sandbox_transaction_by_order ON shop.sandbox_transaction USING btree (order_no);
CREATE INDEX sandbox_transaction_to_tell ON shop.sandbox_transaction USING btree (tell_at) WHERE (tell_at IS NOT NULL);

-- Large refunds that a second person has to approve. Nothing is refunded before.
create table shop.refund_request (
  id bigint not null generated always as identity,
  order_id bigint not null,
  -- The number of the confirmed preview, so that a repeated request is stored once.
  refund_no text not null,
  -- In the currency of the order.
  amount bigint not null,
  takes_back boolean not null,
  -- Who asks for it, and why, in note.
  actor text not null,
  note text not null,
  state text not null,
  created_at timestamp(3) with time zone not null,
  decided_by text,
  decided_at timestamp(3) with time zone,
  constraint refund_request_pkey PRIMARY KEY (id),
  constraint refund_request_once_a_number UNIQUE (refund_no),
  constraint refund_request_order_id_fkey FOREIGN KEY (order_id) REFERENCES shop.topup_order(id),
  constraint refund_request_amount_positive CHECK (amount > 0),
  constraint refund_request_state CHECK (state = ANY (ARRAY['open'::text, 'approved'::text, 'rejected'::text])),
  constraint refund_request_decided CHECK ((state = 'open'::text) = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL))
);
CREATE UNIQUE INDEX refund_request_one_open ON shop.refund_request USING btree (order_id) WHERE (state = 'open'::text);

------------------------------------------------------------------------------------------------------------------------
-- What readers can search for, derived from the catalogue, and what they searched for. All texts compare by their
-- bytes: nothing here depends on the locale of the database.
create schema search;

-- A comic that readers can see, as it is searched. Losing it costs time only: the app writes it anew.
create table search.document (
  comic_id bigint not null,
  -- MD5 of the recipe and of everything of the comic that is searched: where it differs the row is made again.
  fingerprint text not null,
  title text not null,
  -- The title and the aliases as they are written.
  shown_names text[] not null,
  shown_authors text[] not null,
  -- The same, folded: simplified, narrow, lower case, without punctuation.
  names text[] not null,
  -- Folded.
  authors text[] not null,
  -- As comics carry them, to filter by.
  genres text[] not null,
  -- Names, authors and genres, folded, one a line: a word that is searched for is a part of a line.
  body text not null,
  -- The pinyin of names and authors: syllables apart by spaces, readings of one character by slashes, a dash for none.
  spelled text[] not null,
  -- Parts of one and two characters of the body; of names also N and such a part, and B and the first one or two
  -- characters; W and a whole name or author. Of the pinyin P and two neighbouring letters, S and the first two or
  -- three letters from a syllable on, I and two or three initials, F and the first initial; G and what a genre begins
  -- with in pinyin or initials.
  terms text[] not null,
  code text not null,
  status text not null,
  -- From which age on readers are shown it.
  from_age smallint not null,
  -- As of some minutes ago.
  views bigint not null,
  created_at timestamp(3) with time zone not null,
  latest_at timestamp(3) with time zone not null,
  -- 0 the thousand that are read most, 1 the next three thousand, 2 all others; as of some minutes ago. What many
  -- comics have is looked for in one after the other, until enough are found.
  tier smallint not null default 2,
  constraint document_pkey PRIMARY KEY (comic_id),
  constraint document_comic_id_fkey FOREIGN KEY (comic_id) REFERENCES catalog.comic(id) ON DELETE CASCADE,
  constraint document_status_check CHECK (status = ANY (ARRAY['serial'::text, 'complete'::text])),
  constraint document_from_age_check CHECK (from_age >= 0),
  constraint document_tier_check CHECK (tier >= 0 AND tier <= 2)
) with (fillfactor=80);
CREATE INDEX document_by_term ON search.document USING gin (terms) WITH (fastupdate=off);
CREATE INDEX document_by_code ON search.document USING btree (code);
CREATE INDEX document_by_age ON search.document USING btree (from_age, status);
CREATE INDEX document_by_genre ON search.document USING gin (genres);
CREATE INDEX document_by_views ON search.document USING btree (views DESC, comic_id DESC);
CREATE INDEX document_by_creation ON search.document USING btree (created_at DESC, comic_id DESC);
CREATE INDEX document_by_update ON search.document USING btree (latest_at DESC, comic_id DESC);
CREATE INDEX document_of_tier_0 ON search.document USING gin (terms) WITH (fastupdate=off) WHERE (tier = 0);
CREATE INDEX document_of_tier_1 ON search.document USING gin (terms) WITH (fastupdate=off) WHERE (tier = 1);
CREATE INDEX document_by_tier ON search.document USING btree (tier) WHERE (tier < 2);

-- Mixed into the addresses of a day (Shanghai), so that they are counted and can't be found out. Deleted with the day.
create table search.day_salt (
  day date not null,
  salt bytea not null,
  constraint day_salt_pkey PRIMARY KEY (day),
  constraint day_salt_salt_check CHECK (length(salt) = 16)
);

-- Who searched for what on this day, so that each address counts once: hashes with the salt of the day. Deleted when
-- the day is over.
create table search.asked (
  day date not null,
  asker bytea not null,
  word text not null,
  -- The network of the address, hashed likewise; null where it was counted by an older version.
  network bytea,
  constraint asked_pkey PRIMARY KEY (day, asker, word),
  constraint asked_asker_check CHECK (length(asker) = 16),
  constraint asked_network_check CHECK (length(network) = 16)
);
CREATE INDEX asked_by_network ON search.asked USING btree (day, network, word);

-- From how many addresses a word was searched for on a day; of each day those of most are kept.
create table search.asked_word (
  day date not null,
  -- Folded.
  word text not null,
  -- As it was last written.
  shown text not null,
  askers integer not null,
  -- The lowest age rating of what it found; null where it found nothing.
  from_age smallint,
  constraint asked_word_pkey PRIMARY KEY (day, word),
  constraint asked_word_askers_check CHECK (askers > 0)
);

-- Words, folded, that an operator keeps out of hot words and suggestions.
create table search.hidden_word (
  word text not null,
  hidden_at timestamp with time zone not null,
  constraint hidden_word_pkey PRIMARY KEY (word)
);

------------------------------------------------------------------------------------------------------------------------
-- Totals of whole days (Asia/Shanghai), kept for good. Nothing here names a reader; comics and chapters are numbers,
-- also after they are gone.
create schema figures;

-- The days whose totals are here. Locked before the totals of a day are replaced.
create table figures.day (
  day date not null,
  computed_at timestamp(3) with time zone not null,
  -- What was written late is in too: the totals no longer change. All days up to the latest closed one are closed.
  closed boolean not null,
  -- How many readers had an account at the end of the day, those erased before it was totalled left out. Null on days
  -- that were closed before the column.
  registered_total bigint,
  seen bigint not null default 0,
  panels bigint not null default 0,
  finished bigint not null default 0,
  finished_bought bigint not null default 0,
  -- How many readers used the site in the seven days up to the end of this one, with or without views; null if it was
  -- not counted soon after the day.
  week_readers bigint,
  -- The same of thirty days.
  month_readers bigint,
  constraint day_pkey PRIMARY KEY (day)
);

-- By where readers came from at first (`u`). A reader has one source, so that the rows of a day add up to the site's
-- totals.
create table figures.source_day (
  day date not null,
  -- Largest first.
  position smallint not null,
  -- The referral value `u`, else the host of the page that led here; empty for readers without either. Null for all
  -- sources together that were too small to be kept: anybody can make sources up.
  source text,
  -- How many readers had views.
  readers bigint not null,
  -- How many began on this day, with or without views.
  new_readers bigint not null,
  views bigint not null,
  -- How many readers unlocked chapters.
  buyers bigint not null,
  unlocks bigint not null,
  coins bigint not null,
  bonus bigint not null,
  tickets bigint not null,
  -- How many readers topped up.
  payers bigint not null,
  topups bigint not null,
  cash_fen bigint not null,
  -- How many got an account: a password or a phone number. 0 on days that were closed before the column.
  registered bigint not null default 0,
  -- Of money that was topped up on any day, by the day on which it was given back.
  refunds bigint not null default 0,
  refunded_fen bigint not null default 0,
  constraint source_day_pkey PRIMARY KEY (day, "position"),
  constraint source_day_day_fkey FOREIGN KEY (day) REFERENCES figures.day(day)
);

create table figures.comic_day (
  day date not null,
  comic_id bigint not null,
  readers bigint not null,
  views bigint not null,
  unlocks bigint not null,
  coins bigint not null,
  bonus bigint not null,
  tickets bigint not null,
  -- Chapters that had to be bought and were reached, once a reader and chapter; 0 on days that were closed before the
  -- column, as in the next ones.
  seen bigint not null default 0,
  -- Of these, how often it was opened to buy it.
  panels bigint not null default 0,
  -- Chapters read to their end, of all that were opened (`views`).
  finished bigint not null default 0,
  -- Of these, the bought ones.
  finished_bought bigint not null default 0,
  constraint comic_day_pkey PRIMARY KEY (day, comic_id),
  constraint comic_day_day_fkey FOREIGN KEY (day) REFERENCES figures.day(day)
);
CREATE INDEX comic_day_by_comic ON figures.comic_day USING btree (comic_id, day);

create table figures.chapter_day (
  day date not null,
  chapter_id bigint not null,
  comic_id bigint not null,
  -- A reader counts once a chapter and day: these are its readers too.
  views bigint not null,
  unlocks bigint not null default 0,
  coins bigint not null default 0,
  bonus bigint not null default 0,
  tickets bigint not null default 0,
  constraint chapter_day_pkey PRIMARY KEY (day, chapter_id),
  constraint chapter_day_day_fkey FOREIGN KEY (day) REFERENCES figures.day(day)
);

-- How many of the readers with views on a day had begun so many days before; 0 = on that very day.
create table figures.cohort_day (
  day date not null,
  days_later smallint not null,
  readers bigint not null,
  constraint cohort_day_pkey PRIMARY KEY (day, days_later),
  constraint cohort_day_day_fkey FOREIGN KEY (day) REFERENCES figures.day(day),
  constraint cohort_day_days_later_check CHECK (days_later >= 0 AND days_later <= 30)
);

-- What the totals of a day had reached when so many hours of it (Asia/Shanghai) had passed. Readers are distinct
-- readers of the day so far.
create table figures.hour (
  day date not null,
  hour smallint not null,
  -- When it was noted: within ten minutes after the hour. Other hours are missing.
  at timestamp(3) with time zone not null,
  readers bigint not null,
  new_readers bigint not null,
  registered bigint not null,
  views bigint not null,
  buyers bigint not null,
  unlocks bigint not null,
  coins bigint not null,
  payers bigint not null,
  topups bigint not null,
  cash_fen bigint not null,
  refunded_fen bigint not null,
  constraint hour_pkey PRIMARY KEY (day, hour),
  constraint hour_hour_check CHECK (hour >= 1 AND hour <= 23)
);

------------------------------------------------------------------------------------------------------------------------
-- What to read next, made from what readers read together and from genres. Nothing here is of a single reader, and all
-- of it can be made again.
create schema recommend;

-- The comics to recommend to who reads a comic. Comics are numbers here: one that is gone is left out when the list is
-- shown, and from the next making on.
create table recommend.related (
  comic_id bigint not null,
  -- The most related first; as long as needed for a full list at every age limit.
  comics bigint[] not null,
  scores real[] not null,
  -- From which age on readers are shown each.
  ages smallint[] not null,
  -- New comics of the same genres, of which some are shown on each day.
  fresh bigint[] not null,
  fresh_ages smallint[] not null,
  constraint related_pkey PRIMARY KEY (comic_id),
  constraint related_check CHECK (cardinality(comics) = cardinality(scores) AND cardinality(comics) = cardinality(ages) AND cardinality(fresh) = cardinality(fresh_ages))
);

-- What is popular and what is new, for readers of whom nothing is known yet; and when all lists were made.
create table recommend.general (
  is_only boolean not null default true,
  made_at timestamp(3) with time zone not null,
  comics bigint[] not null,
  ages smallint[] not null,
  fresh bigint[] not null,
  fresh_ages smallint[] not null,
  constraint general_pkey PRIMARY KEY (is_only),
  constraint general_is_only_check CHECK (is_only),
  constraint general_check CHECK (cardinality(comics) = cardinality(ages) AND cardinality(fresh) = cardinality(fresh_ages))
);

------------------------------------------------------------------------------------------------------------------------
-- What readers say of chapters and comics. Readers, chapters and comics are numbers here.
create schema community;

-- How many readers like a chapter. Triggers count.
create table community.chapter_likes (
  chapter_id bigint not null,
  -- The comic in which it is read now: follows merges of comics.
  comic_id bigint not null,
  likes integer not null default 0,
  constraint chapter_likes_pkey PRIMARY KEY (chapter_id),
  constraint chapter_likes_not_negative CHECK (likes >= 0)
);
CREATE INDEX chapter_likes_by_comic ON community.chapter_likes USING btree (comic_id) INCLUDE (likes);

-- A chapter that a reader likes.
create table community.chapter_like (
  reader_id bigint not null,
  chapter_id bigint not null,
  at timestamp(3) with time zone not null,
  constraint chapter_like_once_a_reader PRIMARY KEY (reader_id, chapter_id),
  constraint chapter_like_of_counted FOREIGN KEY (chapter_id) REFERENCES community.chapter_likes(chapter_id)
);
CREATE INDEX chapter_like_by_chapter ON community.chapter_like USING btree (chapter_id);
CREATE TRIGGER like_counted AFTER INSERT OR DELETE ON community.chapter_like FOR EACH ROW EXECUTE FUNCTION community.count_like();

-- How many readers have rated a comic, and the sum of their stars. Triggers count.
create table community.comic_ratings (
  comic_id bigint not null,
  ratings integer not null,
  stars integer not null,
  constraint comic_ratings_pkey PRIMARY KEY (comic_id),
  constraint comic_ratings_not_negative CHECK (ratings >= 0),
  constraint comic_ratings_within CHECK (stars >= ratings AND stars <= (5 * ratings))
);

-- A reader's rating of a comic.
create table community.comic_rating (
  reader_id bigint not null,
  comic_id bigint not null,
  stars smallint not null,
  at timestamp(3) with time zone not null,
  constraint comic_rating_once_a_reader PRIMARY KEY (reader_id, comic_id),
  constraint comic_rating_stars CHECK (stars >= 1 AND stars <= 5)
);
CREATE INDEX comic_rating_by_comic ON community.comic_rating USING btree (comic_id);
CREATE TRIGGER rating_counted AFTER INSERT OR DELETE OR UPDATE OF stars ON community.comic_rating FOR EACH ROW EXECUTE FUNCTION community.count_rating();

-- A trigger because likes also go when readers are erased, and come when comics are merged; the counts never differ
-- from the likes.
CREATE OR REPLACE FUNCTION community.count_like()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    update community.chapter_likes set likes = likes + 1 where chapter_id = new.chapter_id;
  else
    update community.chapter_likes set likes = likes - 1 where chapter_id = old.chapter_id;
  end if;
  return null;
end $function$;

-- As with likes.
CREATE OR REPLACE FUNCTION community.count_rating()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into community.comic_ratings as c (comic_id, ratings, stars)
    values (coalesce(new.comic_id, old.comic_id), 0, 0) on conflict do nothing;
  update community.comic_ratings
    set ratings = ratings + (new is not null)::integer - (old is not null)::integer,
      stars = stars + coalesce(new.stars, 0) - coalesce(old.stars, 0)
    where comic_id = coalesce(new.comic_id, old.comic_id);
  return null;
end $function$;

------------------------------------------------------------------------------------------------------------------------
-- What readers may read without buying it: chapters opened by 等就免费, and the days of 月卡.
create schema membership;

-- When a reader can open the next chapter of a comic by 等就免费. Without a row the reader has not opened any, and can at
-- once.
create table membership.wait_timer (
  -- A number alone, as modules do not refer to each other's readers; so is the comic.
  reader_id bigint not null,
  comic_id bigint not null,
  ready_at timestamp(3) with time zone not null,
  constraint wait_timer_one_a_comic PRIMARY KEY (reader_id, comic_id)
);
-- The timers to announce once they are ready.
CREATE INDEX wait_timer_by_end ON membership.wait_timer USING btree (ready_at, reader_id, comic_id);

-- A chapter that a reader opened by 等就免费.
create table membership.wait_use (
  id bigint not null generated always as identity,
  reader_id bigint not null,
  comic_id bigint not null,
  chapter_id bigint not null,
  key text not null,
  used_at timestamp(3) with time zone not null,
  -- When the reader could open the next one, as the comic was set then.
  ready_at timestamp(3) with time zone not null,
  readable_until timestamp(3) with time zone not null,
  constraint wait_use_pkey PRIMARY KEY (id),
  constraint wait_use_once_by_key UNIQUE (reader_id, key),
  constraint wait_use_waits CHECK (ready_at > used_at),
  constraint wait_use_lasts CHECK (readable_until > used_at)
);
CREATE INDEX wait_use_by_reader ON membership.wait_use USING btree (reader_id, readable_until);
CREATE INDEX wait_use_by_time ON membership.wait_use USING btree (used_at);

-- Days of 月卡 that a reader got, one after another: a grant starts on the day after the one before it ends.
create table membership.pass_grant (
  id bigint not null generated always as identity,
  -- Null once the reader is erased.
  reader_id bigint,
  -- What the days are for, so that they are granted once.
  key text not null,
  -- order: bought here; code: by a redeem code; staff: given; move: taken from another grant and given again.
  source text not null,
  days integer not null,
  -- What was paid for all days.
  price_fen bigint not null,
  -- The first day (Asia/Shanghai). It moves to an earlier one if days before it are taken back.
  starts_on date not null,
  -- Days at its end that were taken back. Only days that had not begun.
  taken_days integer not null default 0,
  granted_at timestamp(3) with time zone not null,
  -- The key of the grant from which the days were taken first; its own key unless source is move.
  origin text not null,
  constraint pass_grant_pkey PRIMARY KEY (id),
  constraint pass_grant_once_by_key UNIQUE (key),
  constraint pass_grant_source CHECK (source = ANY (ARRAY['order'::text, 'code'::text, 'staff'::text, 'move'::text])),
  constraint pass_grant_days CHECK (days >= 1 AND days <= 3660),
  constraint pass_grant_price_not_negative CHECK (price_fen >= 0),
  constraint pass_grant_taken CHECK (taken_days >= 0 AND taken_days <= days)
);
CREATE INDEX pass_grant_by_reader ON membership.pass_grant USING btree (reader_id, starts_on);
-- The passes to announce before they end.
CREATE INDEX pass_grant_by_end ON membership.pass_grant USING btree (((starts_on + (days - taken_days))));
CREATE INDEX pass_grant_by_origin ON membership.pass_grant USING btree (origin);

-- Days of a grant that were taken back before they began.
create table membership.pass_taking (
  id bigint not null generated always as identity,
  grant_id bigint not null,
  key text not null,
  days integer not null,
  -- The part of the price for these days.
  price_fen bigint not null,
  at timestamp(3) with time zone not null,
  constraint pass_taking_pkey PRIMARY KEY (id),
  constraint pass_taking_once_by_key UNIQUE (key, grant_id),
  constraint pass_taking_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES membership.pass_grant(id),
  constraint pass_taking_days_positive CHECK (days > 0),
  constraint pass_taking_price_not_negative CHECK (price_fen >= 0)
);
CREATE INDEX pass_taking_by_grant ON membership.pass_taking USING btree (grant_id);

------------------------------------------------------------------------------------------------------------------------
-- Notices to readers: their inbox, and how far the jobs that fill it have come.
create schema notices;

-- One notice in the inbox of one reader; kept 90 days.
create table notices.notice (
  id bigint not null generated always as identity,
  reader_id bigint not null,
  kind text not null,
  -- What it is about, such as comic:5. As long as it is unread, a later notice of the same subject is added to it.
  fold_key text not null,
  -- What its text is made from; depends on kind.
  about jsonb not null,
  -- How many notices it stands for.
  count integer not null default 1,
  -- Readers below this age do not see it.
  age smallint not null default 0,
  at timestamp(3) with time zone not null,
  read_at timestamp(3) with time zone,
  constraint notice_pkey PRIMARY KEY (id),
  constraint notice_count_check CHECK (count > 0),
  constraint notice_kind_check CHECK (kind = ANY (ARRAY['update'::text, 'work'::text, 'ready'::text, 'granted'::text, 'refunded'::text, 'expiring'::text, 'passEnds'::text, 'giftEnds'::text, 'reply'::text, 'event'::text, 'system'::text]))
);
CREATE UNIQUE INDEX notice_unread ON notices.notice USING btree (reader_id, fold_key) WHERE (read_at IS NULL);
CREATE INDEX notice_of_reader ON notices.notice USING btree (reader_id, at DESC, id DESC);
CREATE INDEX notice_by_time ON notices.notice USING btree (at);
CREATE INDEX notice_of_announcement ON notices.notice USING btree ((((about ->> 'announcementId'::text))::bigint)) WHERE (kind = ANY (ARRAY['event'::text, 'system'::text]));

-- Which categories a reader has switched off.
create table notices.preference (
  reader_id bigint not null,
  muted text[] not null,
  -- Which categories are not pushed, besides the muted ones.
  push_muted text[] not null default '{}'::text[],
  -- Which categories are not mailed, besides the muted ones.
  mail_muted text[] not null default '{}'::text[],
  constraint preference_pkey PRIMARY KEY (reader_id)
);

-- The last thing that each job has gone past. A batch moves it in the same transaction.
create table notices.place (
  job text not null,
  -- When that thing happened or happens.
  at timestamp(3) with time zone not null,
  -- Its number among those of the same moment; the meaning depends on the job.
  id bigint not null default 0,
  -- The last reader of it who has the notice.
  after_reader_id bigint not null default 0,
  constraint place_pkey PRIMARY KEY (job)
);

-- Published chapters that are not announced yet, or not to all. A hidden one stays for 90 days, in case it is shown.
create table notices.release (
  chapter_id bigint not null,
  published_at timestamp(3) with time zone not null,
  -- When readers could first see it; null while it is hidden.
  shown_at timestamp(3) with time zone,
  -- Who gets the notice now; followers of an author after the subscribers of the comic.
  audience text not null default 'subscribers'::text,
  -- The last reader of the audience who has the notice.
  after_reader_id bigint not null default 0,
  constraint release_pkey PRIMARY KEY (chapter_id),
  constraint release_audience CHECK (audience = ANY (ARRAY['subscribers'::text, 'followers'::text]))
);

-- Browsers that receive pushes.
create table notices.subscription (
  id bigint not null generated always as identity,
  reader_id bigint not null,
  -- The address of its push service. Whoever has it and the keys can send.
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  -- The session that subscribed: the subscription ends with it. Null after a merge of readers: any session of the
  -- reader.
  session_hash bytea,
  created_at timestamp(3) with time zone not null,
  -- Tries in a row that failed.
  failures integer not null default 0,
  constraint subscription_pkey PRIMARY KEY (id),
  constraint subscription_once_an_endpoint UNIQUE (endpoint)
);
CREATE INDEX subscription_by_reader ON notices.subscription USING btree (reader_id, created_at);

-- Pushes to send. A row is deleted once its push is sent or not wanted any more.
create table notices.outbox (
  subscription_id bigint not null,
  notice_id bigint not null,
  -- When it is sent or tried again; a process that sends it moves it ahead first.
  due_at timestamp(3) with time zone not null,
  tries integer not null default 0,
  constraint outbox_pkey PRIMARY KEY (subscription_id, notice_id),
  constraint outbox_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES notices.subscription(id) ON DELETE CASCADE,
  constraint outbox_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices.notice(id) ON DELETE CASCADE
);
CREATE INDEX outbox_by_due ON notices.outbox USING btree (due_at);
CREATE INDEX outbox_by_notice ON notices.outbox USING btree (notice_id);

-- Announcements of the operator, which a job adds to the inboxes of readers.
create table notices.announcement (
  id bigint not null generated always as identity,
  -- The key of the request that made it, which has no second effect.
  key text not null,
  kind text not null,
  title text not null,
  body text not null,
  -- A page of this site; null = none.
  link text,
  -- For readers who were here in so many days before it.
  seen_days integer not null,
  planned_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  created_by text not null,
  -- The last reader who has it.
  after_reader_id bigint not null default 0,
  -- How many readers got it.
  readers integer not null default 0,
  done_at timestamp(3) with time zone,
  withdrawn_at timestamp(3) with time zone,
  withdrawn_by text,
  -- When the last inbox was cleared of a withdrawn one.
  cleared_at timestamp(3) with time zone,
  constraint announcement_pkey PRIMARY KEY (id),
  constraint announcement_once_by_key UNIQUE (key),
  constraint announcement_kind CHECK (kind = ANY (ARRAY['event'::text, 'system'::text])),
  constraint announcement_seen_days CHECK (seen_days >= 1 AND seen_days <= 90)
);
CREATE INDEX announcement_to_send ON notices.announcement USING btree (planned_at) WHERE ((done_at IS NULL) AND (withdrawn_at IS NULL));
CREATE INDEX announcement_to_clear ON notices.announcement USING btree (id) WHERE ((withdrawn_at IS NOT NULL) AND (cleared_at IS NULL));

-- The pushes to a reader on a day, for the limit of a day.
create table notices.pushed_day (
  reader_id bigint not null,
  -- The day (Asia/Shanghai) of the last push.
  day date not null,
  -- The id and the count of each notice, which several browsers show as one.
  pushed text[] not null,
  constraint pushed_day_pkey PRIMARY KEY (reader_id)
);

-- The e-mail address of a registered reader, to which notices are sent once it is verified.
create table notices.mailbox (
  reader_id bigint not null,
  address text not null,
  -- waiting: the link of the verification mail is not opened yet; undeliverable: the mail server refused it for good.
  state text not null,
  -- In the links of all mails to this address. A request with it verifies the address or ends the mails.
  key text not null,
  -- When the last verification mail was asked for; its link is valid for a day.
  asked_at timestamp(3) with time zone not null,
  verified_at timestamp(3) with time zone,
  -- When the verification mail is sent or tried again; null = none waits. A process that sends it moves it ahead first.
  verify_due_at timestamp(3) with time zone,
  verify_tries integer not null default 0,
  -- The day (Asia/Shanghai) of the last mail with new chapters.
  digest_on date,
  constraint mailbox_pkey PRIMARY KEY (reader_id),
  constraint mailbox_once_a_key UNIQUE (key),
  constraint mailbox_state CHECK (state = ANY (ARRAY['waiting'::text, 'verified'::text, 'undeliverable'::text]))
);
CREATE INDEX mailbox_to_verify ON notices.mailbox USING btree (verify_due_at) WHERE (verify_due_at IS NOT NULL);

-- Verification mails of the last day, for the limits of a day.
create table notices.verification_mail (
  id bigint not null generated always as identity,
  reader_id bigint not null,
  address_hash bytea not null,
  asked_at timestamp(3) with time zone not null,
  constraint verification_mail_pkey PRIMARY KEY (id)
);
CREATE INDEX verification_mail_of_reader ON notices.verification_mail USING btree (reader_id);
CREATE INDEX verification_mail_of_address ON notices.verification_mail USING btree (address_hash);

-- Notices to mail. A row is deleted once its mail is sent or not wanted any more.
create table notices.mail (
  reader_id bigint not null,
  notice_id bigint not null,
  -- When it is sent or tried again; a process that sends it moves it ahead first.
  due_at timestamp(3) with time zone not null,
  tries integer not null default 0,
  constraint mail_pkey PRIMARY KEY (reader_id, notice_id),
  constraint mail_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES notices.mailbox(reader_id) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint mail_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices.notice(id) ON DELETE CASCADE
);
CREATE INDEX mail_by_due ON notices.mail USING btree (due_at);
CREATE INDEX mail_by_notice ON notices.mail USING btree (notice_id);

------------------------------------------------------------------------------------------------------------------------
-- The people who run the site: how they log in, their sessions, and their keys for scripts.
create schema staff;

-- Rows are never deleted: the audit log refers to them.
create table staff.person (
  id bigint not null generated always as identity,
  name text not null,
  role text not null,
  -- argon2id in PHC form. Null until the person has used the invitation.
  password_hash text,
  -- Encrypted by AES-256-GCM with staff.key of the data folder, for this person alone. 20 bytes: not encrypted yet, by
  -- an older version.
  totp_secret bytea,
  -- The time step of the last accepted code. A code of this step or an earlier one is refused.
  totp_step bigint not null default 0,
  -- The secret of a new authenticator until a code of it is accepted, encrypted alike.
  new_totp_secret bytea,
  created_at timestamp(3) with time zone not null,
  seen_at timestamp(3) with time zone,
  disabled_at timestamp(3) with time zone,
  -- Issuer and subject of the person who logs in by OIDC. The role is set at each login; password and authenticator may
  -- be missing.
  oidc_subject text,
  constraint person_pkey PRIMARY KEY (id),
  constraint person_oidc_subject_key UNIQUE (oidc_subject),
  constraint person_name_check CHECK (name <> ''::text),
  constraint person_role_check CHECK (role = ANY (ARRAY['owner'::text, 'editor'::text, 'support'::text, 'finance'::text, 'viewer'::text, 'author'::text])),
  constraint person_check CHECK ((password_hash IS NULL) = (totp_secret IS NULL))
);
CREATE UNIQUE INDEX person_name ON staff.person USING btree (lower(name));

-- SHA-256 of random codes of 80 bits. A used code is deleted.
create table staff.recovery_code (
  person_id bigint not null,
  code_hash bytea not null,
  constraint recovery_code_pkey PRIMARY KEY (person_id, code_hash),
  constraint recovery_code_person_id_fkey FOREIGN KEY (person_id) REFERENCES staff.person(id)
);

create table staff.session (
  id bigint not null generated always as identity,
  person_id bigint not null,
  -- SHA-256 of 256 random bits. The token changes at each check of the second factor.
  token_hash bytea not null,
  device text not null,
  address text not null,
  created_at timestamp(3) with time zone not null,
  -- Written at most once a minute. A session ends after 30 minutes without use.
  used_at timestamp(3) with time zone not null,
  -- When the second factor was last checked.
  factor_at timestamp(3) with time zone not null,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_token_hash_key UNIQUE (token_hash),
  constraint session_person_id_fkey FOREIGN KEY (person_id) REFERENCES staff.person(id)
);
CREATE INDEX session_by_person ON staff.session USING btree (person_id);

-- One-time links with which a person sets a password and an authenticator, whose secret is made from the token of the
-- link.
create table staff.link (
  -- SHA-256 of 128 random bits.
  token_hash bytea not null,
  -- Null: the link creates the first owner, and works only while there is no person.
  person_id bigint,
  expires_at timestamp(3) with time zone not null,
  constraint link_pkey PRIMARY KEY (token_hash),
  constraint link_person_id_key UNIQUE (person_id),
  constraint link_person_id_fkey FOREIGN KEY (person_id) REFERENCES staff.person(id)
);

-- Keys for scripts. A key is deleted when it is ended, when its person is disabled or gets another role, and when they
-- set another password or authenticator.
create table staff.api_key (
  id bigint not null generated always as identity,
  person_id bigint not null,
  name text not null,
  role text not null,
  token_hash bytea not null,
  created_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  constraint api_key_pkey PRIMARY KEY (id),
  constraint api_key_token_hash_key UNIQUE (token_hash),
  constraint api_key_person_id_fkey FOREIGN KEY (person_id) REFERENCES staff.person(id),
  constraint api_key_role_check CHECK (role = ANY (ARRAY['owner'::text, 'editor'::text, 'support'::text, 'finance'::text, 'viewer'::text, 'author'::text]))
);
CREATE INDEX api_key_by_person ON staff.api_key USING btree (person_id);

-- Passkeys (WebAuthn) of the staff. They are deleted when their person uses a link to set a new password.
create table staff.passkey (
  id bigint not null generated always as identity,
  person_id bigint not null,
  name text not null,
  -- The id in base64url, as the browser sends it.
  credential_id text not null,
  -- In COSE form.
  public_key bytea not null,
  -- How often the authenticator has signed, if it counts; 0 otherwise. An answer with a lower count is refused.
  counter bigint not null,
  transports text[] not null,
  created_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_credential_id_key UNIQUE (credential_id),
  constraint passkey_person_id_fkey FOREIGN KEY (person_id) REFERENCES staff.person(id)
);
CREATE INDEX passkey_by_person ON staff.passkey USING btree (person_id);

-- Random numbers that a passkey has to sign. Each is accepted once.
create table staff.passkey_challenge (
  -- SHA-256 of 256 random bits.
  challenge_hash bytea not null,
  -- Null: for a login.
  person_id bigint,
  expires_at timestamp(3) with time zone not null,
  constraint passkey_challenge_pkey PRIMARY KEY (challenge_hash),
  constraint passkey_challenge_person_id_fkey FOREIGN KEY (person_id) REFERENCES staff.person(id)
);

-- Logins by OIDC that were begun. Each can be completed once.
create table staff.oidc_login (
  -- SHA-256 of the state, which is random.
  state_hash bytea not null,
  nonce text not null,
  -- The secret of PKCE, by which the provider knows that the code is redeemed by whoever began the login.
  verifier text not null,
  expires_at timestamp(3) with time zone not null,
  constraint oidc_login_pkey PRIMARY KEY (state_hash)
);

-- The comics of members of staff with the role author. Other roles do not read it.
create table staff.author_comic (
  person_id bigint not null,
  comic_id bigint not null,
  granted_at timestamp(3) with time zone not null,
  constraint author_comic_pkey PRIMARY KEY (person_id, comic_id),
  constraint author_comic_person_id_fkey FOREIGN KEY (person_id) REFERENCES staff.person(id)
);
CREATE INDEX author_comic_by_comic ON staff.author_comic USING btree (comic_id);

------------------------------------------------------------------------------------------------------------------------
-- Files that staff send in the console, until they are imported. The bytes are in <DATA_DIR>/uploads/<upload>/<file>.
create schema uploads;

create table uploads.upload (
  -- 128 random bits in base64url.
  id text not null,
  -- staff.person.
  person_id bigint not null,
  -- examining and importing are also the queue: the process that imports takes the upload that was changed first.
  state text not null default 'receiving'::text,
  created_at timestamp(3) with time zone not null,
  changed_at timestamp(3) with time zone not null,
  -- What an editor has decided about single sources.
  edits jsonb not null default '[]'::jsonb,
  -- Grows with every dry run, so that nobody confirms a plan that they have not seen.
  plan_no integer not null default 0,
  -- The outcomes of the dry run, then those of the import.
  sources jsonb not null default '[]'::jsonb,
  -- The ids and titles of the comics of these sources.
  comics jsonb not null default '[]'::jsonb,
  -- When readers see the chapters. Null until the import is confirmed.
  publish jsonb,
  progress jsonb,
  -- How often the dry run or the import was begun. A process that a file ends each time must not begin without end.
  tries integer not null default 0,
  -- Why the dry run or the import as a whole failed, in Chinese.
  failure text,
  -- comics: files to import. pictures: single pictures, such as pages of a chapter, which another call uses.
  purpose text not null default 'comics'::text,
  constraint upload_pkey PRIMARY KEY (id),
  constraint upload_state_check CHECK (state = ANY (ARRAY['receiving'::text, 'examining'::text, 'ready'::text, 'importing'::text, 'done'::text, 'failed'::text])),
  constraint upload_purpose_check CHECK (purpose = ANY (ARRAY['comics'::text, 'pictures'::text]))
);
CREATE INDEX upload_by_person ON uploads.upload USING btree (person_id, created_at);
CREATE INDEX upload_due ON uploads.upload USING btree (changed_at) WHERE (state = ANY (ARRAY['examining'::text, 'importing'::text]));

create table uploads.file (
  id text not null,
  upload_id text not null,
  -- The path below the folder that was chosen. The bytes are stored under the id.
  name text not null,
  -- The name without case and in one Unicode form: some disks do not distinguish them.
  name_key text not null,
  bytes bigint not null,
  -- The time of the last change of the file on the sender's disk, in ms since 1970. Another time is another file.
  modified_at bigint not null,
  -- So many bytes are on the disk, flushed.
  received bigint not null default 0,
  constraint file_pkey PRIMARY KEY (id),
  constraint file_upload_id_name_key_key UNIQUE (upload_id, name_key),
  constraint file_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads.upload(id) ON DELETE CASCADE,
  constraint file_bytes_check CHECK (bytes >= 0),
  constraint file_check CHECK (received >= 0 AND received <= bytes)
);

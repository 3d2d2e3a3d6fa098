create table notices.mailbox (
  reader_id bigint primary key,
  address text not null,
  state text not null constraint mailbox_state check (state in ('waiting', 'verified', 'undeliverable')),
  key text not null constraint mailbox_once_a_key unique,
  asked_at timestamptz(3) not null,
  verified_at timestamptz(3),
  verify_due_at timestamptz(3),
  verify_tries integer not null default 0,
  digest_on date
);
comment on table notices.mailbox is 'The e-mail address of a registered reader, to which notices are sent once it is verified.';
comment on column notices.mailbox.state is
  'waiting: the link of the verification mail is not opened yet; undeliverable: the mail server refused it for good.';
comment on column notices.mailbox.key is
  'In the links of all mails to this address. A request with it verifies the address or ends the mails.';
comment on column notices.mailbox.asked_at is 'When the last verification mail was asked for; its link is valid for a day.';
comment on column notices.mailbox.verify_due_at is
  'When the verification mail is sent or tried again; null = none waits. A process that sends it moves it ahead first.';
comment on column notices.mailbox.digest_on is 'The day (Asia/Shanghai) of the last mail with new chapters.';
create index mailbox_to_verify on notices.mailbox (verify_due_at) where verify_due_at is not null;

create table notices.verification_mail (
  id bigint generated always as identity primary key,
  reader_id bigint not null,
  address_hash bytea not null,
  asked_at timestamptz(3) not null
);
comment on table notices.verification_mail is 'Verification mails of the last day, for the limits of a day.';
create index verification_mail_of_reader on notices.verification_mail (reader_id);
create index verification_mail_of_address on notices.verification_mail (address_hash);

create table notices.mail (
  reader_id bigint not null references notices.mailbox on update cascade on delete cascade,
  notice_id bigint not null references notices.notice on delete cascade,
  due_at timestamptz(3) not null,
  tries integer not null default 0,
  primary key (reader_id, notice_id)
);
comment on table notices.mail is 'Notices to mail. A row is deleted once its mail is sent or not wanted any more.';
comment on column notices.mail.due_at is 'When it is sent or tried again; a process that sends it moves it ahead first.';
create index mail_by_due on notices.mail (due_at);
create index mail_by_notice on notices.mail (notice_id);

alter table notices.preference add column mail_muted text[] not null default '{}';
comment on column notices.preference.mail_muted is 'Which categories are not mailed, besides the muted ones.';

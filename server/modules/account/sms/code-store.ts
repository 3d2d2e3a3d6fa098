import { type Db, row, rows, statement } from '../../../core/db.ts';
import type { CodePurpose } from './sender.ts';

/** Which code: one a phone, purpose and asker. */
export type CodeKey = { telephone: string; purpose: CodePurpose; asker: Buffer };

/** Codes that anybody may have sent to any phone; the others go to the phone of the account that asks. */
const FOR_ANYBODY: readonly CodePurpose[] = ['login', 'bind'];

const PUT_CODE = statement(
  'account.put-code',
  `insert into account.sms_code (telephone, purpose, asker, code_hash, tries_left, expires_at)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (telephone, purpose, asker) do update set
     code_hash = excluded.code_hash, tries_left = excluded.tries_left, expires_at = excluded.expires_at`,
);

/** Beside the newest two stay: those of the owner's own sessions first, then the latest. */
const DROP_BEYOND = statement(
  'account.drop-codes-beyond',
  `delete from account.sms_code where telephone = $1 and (purpose, asker) <> ($2, $3) and (purpose, asker) not in
     (select purpose, asker from account.sms_code
      where telephone = $1 and (purpose, asker) <> ($2, $3) and tries_left > 0 and expires_at > $4
      order by purpose = any($5), expires_at desc limit 2)`,
);

/** One try, whatever comes at the same time: each takes the row in turn and sees what the one before left. */
const TRY_CODE = statement<{ fits: boolean }>(
  'account.try-code',
  `update account.sms_code set tries_left = case when code_hash = $4 then 0 else tries_left - 1 end
   where telephone = $1 and purpose = $2 and asker = $3 and tries_left > 0 and expires_at > $5
   returning code_hash = $4 as fits`,
);

/** As above, but a code that fits is not used up yet. */
const COUNT_TRY = statement<{ fits: boolean }>(
  'account.count-try',
  `update account.sms_code set tries_left = tries_left - 1
   where telephone = $1 and purpose = $2 and asker = $3 and tries_left > 0 and expires_at > $5
   returning code_hash = $4 as fits`,
);

const DROP_CODE = statement(
  'account.drop-code',
  'delete from account.sms_code where telephone = $1 and purpose = $2 and asker = $3',
);

const DROP_OLD = statement('account.drop-old-codes', 'delete from account.sms_code where expires_at < $1');

/** Puts a code in the place of the asker's one before; a phone has three at most, whoever asked. */
export async function putCode(
  db: Db,
  { telephone, purpose, asker }: CodeKey,
  code: { hash: Buffer; tries: number; expiresAt: Date; now: Date },
): Promise<void> {
  await rows(db, PUT_CODE, [telephone, purpose, asker, code.hash, code.tries, code.expiresAt]);
  await rows(db, DROP_BEYOND, [telephone, purpose, asker, code.now, FOR_ANYBODY]);
}

/** Whether a code fits, null where there is none; right or wrong it costs a try, and right it is used up. */
export async function tryCode(db: Db, key: CodeKey, hash: Buffer, now: Date): Promise<boolean | null> {
  return (await row(db, TRY_CODE, [key.telephone, key.purpose, key.asker, hash, now]))?.fits ?? null;
}

/** The same without using it up, which is for the end of the transaction. */
export async function countTry(db: Db, key: CodeKey, hash: Buffer, now: Date): Promise<boolean> {
  return (await row(db, COUNT_TRY, [key.telephone, key.purpose, key.asker, hash, now]))?.fits ?? false;
}

export async function dropCode(db: Db, { telephone, purpose, asker }: CodeKey): Promise<void> {
  await rows(db, DROP_CODE, [telephone, purpose, asker]);
}

export async function dropOldCodes(db: Db, now: Date): Promise<void> {
  await rows(db, DROP_OLD, [now]);
}

import { type Db, execute, row, rows, statement } from '../../../core/db/db.ts';
import type { CodePurpose } from './sender.ts';

/** There is one code for each phone, purpose and requester. */
export type CodeKey = { telephone: string; purpose: CodePurpose; requester: Buffer };

/** The values of a `CodeKey`: $1 to $3 of every statement about one. */
type KeyParams = [telephone: string, purpose: CodePurpose, requester: Buffer];

/** Codes that anybody can request for any phone; the others are sent only to the requester's own phone. */
const FOR_ANYBODY: readonly CodePurpose[] = ['login', 'bind'];

const PUT_CODE = statement<never, [...KeyParams, hash: Buffer, tries: number, expiresAt: Date]>(
  'account.put-code',
  `insert into account.sms_code (telephone, purpose, requester, code_hash, tries_left, expires_at)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (telephone, purpose, requester) do update set
     code_hash = excluded.code_hash, tries_left = excluded.tries_left, expires_at = excluded.expires_at`,
);

/** Two other codes stay valid: first those that the owner requested, then the latest. */
const DROP_BEYOND = statement<never, [...KeyParams, now: Date, forAnybody: readonly CodePurpose[]]>(
  'account.drop-codes-beyond',
  `delete from account.sms_code where telephone = $1 and (purpose, requester) <> ($2, $3) and (purpose, requester) not in
     (select purpose, requester from account.sms_code
      where telephone = $1 and (purpose, requester) <> ($2, $3) and tries_left > 0 and expires_at > $4
      order by purpose = any($5), expires_at desc limit 2)`,
);

/** Concurrent tries lock the row one after the other, so each is counted. */
const TRY_CODE = statement<{ fits: boolean }, [...KeyParams, hash: Buffer, now: Date]>(
  'account.try-code',
  `update account.sms_code set tries_left = case when code_hash = $4 then 0 else tries_left - 1 end
   where telephone = $1 and purpose = $2 and requester = $3 and tries_left > 0 and expires_at > $5
   returning code_hash = $4 as fits`,
);

/** As above, but a correct code is not used up yet. */
const COUNT_TRY = statement<{ fits: boolean }, [...KeyParams, hash: Buffer, now: Date]>(
  'account.count-try',
  `update account.sms_code set tries_left = tries_left - 1
   where telephone = $1 and purpose = $2 and requester = $3 and tries_left > 0 and expires_at > $5
   returning code_hash = $4 as fits`,
);

const DROP_CODE = statement<never, KeyParams>(
  'account.drop-code',
  'delete from account.sms_code where telephone = $1 and purpose = $2 and requester = $3',
);

export const dropOldCodes = execute<[now: Date]>(
  'account.drop-old-codes',
  'delete from account.sms_code where expires_at < $1',
);

/** Replaces the requester's earlier code; a phone has at most three codes from all requesters. */
export async function putCode(
  db: Db,
  { telephone, purpose, requester }: CodeKey,
  code: { hash: Buffer; tries: number; expiresAt: Date; now: Date },
): Promise<void> {
  await rows(db, PUT_CODE, [telephone, purpose, requester, code.hash, code.tries, code.expiresAt]);
  await rows(db, DROP_BEYOND, [telephone, purpose, requester, code.now, FOR_ANYBODY]);
}

/** Whether a code is correct, null if there is none. Each call counts as a try; a correct code is used up. */
export async function tryCode(db: Db, key: CodeKey, hash: Buffer, now: Date): Promise<boolean | null> {
  return (await row(db, TRY_CODE, [key.telephone, key.purpose, key.requester, hash, now]))?.fits ?? null;
}

/** The same without using it up; the caller drops it at the end of the transaction. */
export async function countTry(db: Db, key: CodeKey, hash: Buffer, now: Date): Promise<boolean> {
  return (await row(db, COUNT_TRY, [key.telephone, key.purpose, key.requester, hash, now]))?.fits ?? false;
}

export async function dropCode(db: Db, { telephone, purpose, requester }: CodeKey): Promise<void> {
  await rows(db, DROP_CODE, [telephone, purpose, requester]);
}

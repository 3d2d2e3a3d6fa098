import { randomBytes } from 'node:crypto';
import type { InputOf } from '#contract/call';
import { bindPhone, bindSendCode, loginBySms, loginSendSms, userPassword, userSendCode } from '#contract/calls/account';
import { userRegister } from '#contract/calls/session';
import type { UserInfo } from '#contract/shapes';
import { messagesAfter } from '../../server/modules/account/account.ts';
import type { TestApp } from '../app/app.ts';

let phones = 0;
let addresses = 0;

/** A new phone number with its own prefix, so that tests don't share rate limits. */
export function newPhone(): string {
  phones += 1;
  return `13${String(phones).padStart(5, '0')}${String(1000 + phones).slice(-4)}`;
}

/** The last code that was sent to a phone. */
export async function lastCode(site: Pick<TestApp, 'pool'>, telephone: string): Promise<string> {
  const message = (await messagesAfter(site.pool, 0, 10_000)).findLast((each) => each.telephone === telephone);
  const code = message && /\d{6}/.exec(message.body)?.[0];
  if (!code) throw new Error(`nothing was sent to ${telephone}`);
  return code;
}

/** A new address for every caller, so that rate limits by address don't apply. */
export function newAddress(): string {
  const [high, low] = [0xdb8 + (++addresses >> 16), addresses & 0xffff];
  return `2001:${high.toString(16)}:${low.toString(16)}::1`;
}

/** A reader who logged in by SMS, by default with a new phone. `from`: the previous token of the device. */
export async function signedIn(
  site: TestApp,
  given: { telephone?: string; from?: string } = {},
): Promise<UserInfo & { phone: string }> {
  const phone = given.telephone ?? newPhone();
  const options = { token: given.from, remoteAddress: newAddress() };
  await site.call(loginSendSms, { telephone: phone }, options);
  const { data } = await site.call(loginBySms, { telephone: phone, code: await lastCode(site, phone) }, options);
  if (!data) throw new Error('the login by SMS was refused');
  return { ...data.user, phone };
}

/** The token of a new anonymous reader, from an address of its own. */
export async function newVisitor(site: TestApp): Promise<string> {
  const options = { remoteAddress: newAddress() };
  const { data } = await site.call(userRegister, { domain: 'test', platform: null }, options);
  if (!data) throw new Error('no visitor was registered');
  return data.token;
}

/** A reader with a username and password. */
export async function withPassword(site: TestApp, username: string, password: string): Promise<UserInfo> {
  const options = { token: await newVisitor(site), remoteAddress: newAddress() };
  const { data: user } = await site.call(userPassword, { username, password }, options);
  if (!user) throw new Error('the password was refused');
  return user;
}

/** A reader with a username, a password and a phone, to which one message was sent. */
export async function withBoth(
  site: TestApp,
  username: string,
  password: string,
): Promise<UserInfo & { phone: string }> {
  const { token } = await withPassword(site, username, password);
  const phone = newPhone();
  const options = { token, remoteAddress: newAddress() };
  await site.call(bindSendCode, { telephone: phone }, options);
  const code = await lastCode(site, phone);
  const { data: user } = await site.call(bindPhone, { telephone: phone, code, password }, options);
  if (!user) throw new Error('the phone was refused');
  return { ...user, phone };
}

/** Requests a code for the reader's own phone and returns it. */
export async function ownCode(
  site: TestApp,
  { token, phone }: { token: string; phone: string },
  purpose: InputOf<typeof userSendCode>['purpose'],
): Promise<string> {
  const { status } = await site.call(userSendCode, { purpose }, { token, remoteAddress: newAddress() });
  if (status !== 1) throw new Error(`no code for ${purpose} was sent`);
  return lastCode(site, phone);
}

/** Inserts many readers with a phone and a session into the database. */
export async function readersInBulk(
  site: Pick<TestApp, 'pool'>,
  count: number,
): Promise<{ id: number; token: string }[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const { rows } = await site.pool.query<{ id: number }>(
    `insert into account.reader (nickname, telephone, created_at)
     select '书友', telephone, now() from unnest($1::text[]) telephone returning id`,
    [tokens.map(() => newPhone())],
  );
  await site.pool.query(
    `insert into account.session (token_hash, reader_id, created_at, seen_at, expires_at)
     select sha256(convert_to(token, 'UTF8')), id, now(), now(), now() + interval '1 year'
     from unnest($1::text[], $2::bigint[]) s (token, id)`,
    [tokens, rows.map(({ id }) => id)],
  );
  return rows.map(({ id }, index) => ({ id, token: tokens[index] ?? '' }));
}

import { createHash, randomBytes } from 'node:crypto';
import { userInfo, userRegister } from '#contract/calls/session';
import type { TestApp } from '../app/app.ts';
import { newAddress } from './readers.ts';

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Logs the reader of a token in on another device. Returns the new token. */
export async function anotherDevice(test: TestApp, token: string): Promise<string> {
  const another = randomBytes(32).toString('base64url');
  await test.pool.query(
    `insert into account.session (token_hash, reader_id, created_at, seen_at, expires_at)
     select $2, reader_id, created_at, seen_at, expires_at from account.session where token_hash = $1`,
    [hashOf(token), hashOf(another)],
  );
  return another;
}

/** The id of the reader that a token belongs to. */
export async function readerOf(test: TestApp, token: string): Promise<number> {
  const { data } = await test.call(userInfo, { token });
  if (!data) throw new Error('no such reader');
  return data.id;
}

/** The session and the address of a call. */
export type From = { token: string; remoteAddress: string };

/** A reader who counts in rankings, because they have finished a chapter; from an address of their own. */
export async function readerWhoCounts(test: TestApp): Promise<From> {
  const remoteAddress = newAddress();
  const { data } = await test.call(userRegister, { domain: 'test', platform: null }, { remoteAddress });
  if (!data) throw new Error('no session was started');
  await test.pool.query('update account.reader set has_read = true where id = $1', [data.id]);
  return { token: data.token, remoteAddress };
}

/** The reader declares to be of age. */
export async function comeOfAge(test: TestApp, token: string): Promise<void> {
  await test.pool.query('update account.reader set adult = true where id = $1', [await readerOf(test, token)]);
}

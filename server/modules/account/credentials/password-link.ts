import type { Pool } from 'pg';
import type { PayloadOf } from '#contract/call';
import type { passwordByLink } from '#contract/calls/account';
import { type Tx, transaction } from '../../../core/db/db.ts';
import type { Ctx } from '../../../core/dispatch/ctx.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import { type Act, addEntry } from '../../audit/audit.ts';
import { isBanned, maskedTelephone } from '../reader/names.ts';
import { endAllSessions, findReader, type GuardedRow, lockReader, setPassword } from '../reader/store.ts';
import type { Devices } from '../session/known-devices.ts';
import type { Sessions, SignedIn } from '../session/sessions.ts';
import { hashOfToken, newToken } from '../session/token.ts';
import type { Guesses } from './guesses.ts';
import type { Hashing } from './hash.ts';
import { putPasswordLink, readerOfPasswordLink, takePasswordLink } from './password-link-store.ts';
import { isGoodPassword } from './password-strength.ts';

const LINK_MS = 24 * 3600 * 1000;

/** A link for a reader who can't log in any more. An operator hands it out. */
export type PasswordLink = { token: string; expiresAt: Date; entryId: number };

/**
 * Makes the link with which a reader sets a new password once, and writes a log entry. Until it is used the old password and all
 * sessions stay valid.
 */
export async function offerPasswordLink(tx: Tx, act: Act, readerId: number, now: Date): Promise<PasswordLink> {
  const reader = await lockReader(tx, readerId);
  if (!reader || (reader.erasesAt && reader.erasesAt <= now)) return refuse('readerNotFound');
  if (isBanned(reader, now)) refuse('readerBanned');
  if (reader.username === null && reader.telephone === null) refuse('readerNameless');
  const token = newToken();
  const tokenHash = hashOfToken(token);
  if (!tokenHash) throw new Error('a new token is malformed');
  const expiresAt = new Date(now.getTime() + LINK_MS);
  await putPasswordLink(tx, readerId, tokenHash, expiresAt);
  const after = { password_link: expiresAt.toISOString() };
  const entry = { ...act, subject: 'reader', subjectId: readerId, before: {}, after, undoes: null } as const;
  return { token, expiresAt, entryId: await addEntry(tx, entry, now) };
}

export type PasswordLinks = {
  /** The name of the account of a link: its username, or its masked phone number. */
  nameBehind(ctx: Ctx, token: string): Promise<string>;
  /** Sets the password, ends all sessions of the reader and logs the caller in; a link works once. */
  use(ctx: Ctx, payload: PayloadOf<typeof passwordByLink>): Promise<SignedIn>;
};

type PasswordLinkParts = { pool: Pool; guesses: Guesses; devices: Devices; sessions: Sessions; hashing: Hashing };

export function createPasswordLinks({ pool, guesses, devices, sessions, hashing }: PasswordLinkParts): PasswordLinks {
  /** The reader of the link, and its hash; refuses if the link is not valid. */
  async function readerBehind(ctx: Ctx, token: string): Promise<{ reader: GuardedRow; tokenHash: Buffer }> {
    const tokenHash = hashOfToken(token);
    const readerId = tokenHash && (await readerOfPasswordLink(pool, tokenHash, ctx.now));
    const reader = readerId === null ? null : await findReader(pool, readerId);
    if (!tokenHash || !reader || isShut(reader, ctx.now)) return refuse('linkExpired');
    return { reader, tokenHash };
  }

  return {
    async nameBehind(ctx, token) {
      const { username, telephone } = (await readerBehind(ctx, token)).reader;
      return username ?? maskedTelephone(telephone ?? '');
    },

    async use(ctx, { token, password }) {
      const { reader, tokenHash } = await readerBehind(ctx, token);
      const { readerId, username, telephone } = reader;
      if (!isGoodPassword(password, [username, telephone])) return refuse('weakPassword');
      const hash = await hashing.hash(password, { urgent: true, address: ctx.from.address });
      const signedIn = await transaction(pool, async (tx) => {
        const held = await lockReader(tx, readerId);
        // The link was used, or the reader banned, while the password was hashed.
        if (!held || isShut(held, ctx.now) || !(await takePasswordLink(tx, tokenHash, ctx.now))) return null;
        await setPassword(tx, readerId, { hash, oldHash: held.passwordHash, username: null }, ctx.now);
        await endAllSessions(tx, readerId);
        await devices.forgetOthers(tx, ctx, readerId);
        for (const name of [username, telephone])
          if (name !== null) await guesses.forget(guesses.keyOf('login', name.toLowerCase()), tx);
        const renewed = await lockReader(tx, readerId);
        return renewed && sessions.signIn(tx, ctx, renewed);
      });
      if (!signedIn) return refuse('linkExpired');
      ctx.setToken(signedIn.token);
      return signedIn;
    },
  };
}

function isShut(reader: GuardedRow, now: Date): boolean {
  const { erasesAt } = reader;
  return isBanned(reader, now) || (erasesAt !== null && erasesAt <= now);
}

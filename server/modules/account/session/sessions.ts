import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { type Tx, transaction } from '../../../core/db/db.ts';
import type { Caller, CallerProfile, Ctx, SessionCtx } from '../../../core/dispatch/ctx.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import { markSeen } from '../reader/activity.ts';
import type { ReaderLifecycle } from '../reader/lifecycle.ts';
import {
  addReader,
  cancelErasure,
  endAllSessions,
  eraseUnreachable,
  type GuardedRow,
  lockReader,
  type ReaderRow,
} from '../reader/store.ts';
import { deviceName } from './device-name.ts';
import type { Devices } from './known-devices.ts';
import {
  addSession,
  dropExpiredSessions,
  endSessionById,
  endSessionByToken,
  extendSession,
  findSession,
  listSessions,
} from './store.ts';
import { expiryOf, hashOfToken, newToken } from './token.ts';

/** A session's last use is updated at most this often. */
const TOUCH_MS = 24 * 3600 * 1000;

/** A reader who has logged in; `restored` = the login cancelled a scheduled erasure. */
export type SignedIn = Caller & { restored: boolean };

export type SessionOrigin = { domain: string; source: string | null; referrer: string | null; platform: string | null };

/** Starting, replacing and ending sessions, and recognising their tokens. */
export type Sessions = {
  /** Creates an anonymous reader and their session. */
  start(ctx: Ctx, from: SessionOrigin): Promise<Caller>;
  /** The caller with this token; a session in use is extended once a day. */
  authorise(token: string, ctx: Ctx): Promise<Caller | null>;
  /** The anonymous reader of the calling session, locked for the transaction; null if there is none. */
  anonymousInUse(client: Tx, ctx: Ctx): Promise<GuardedRow | null>;
  /** Logs in a locked reader: a new session replaces the calling one, whose reader is merged if they were anonymous. */
  signIn(client: Tx, ctx: Ctx, reader: GuardedRow): Promise<SignedIn>;
  /** Replaces the calling session by a new one; `elsewhere` = also ends the reader's other sessions. */
  rotate(client: Tx, ctx: SessionCtx, reader: ReaderRow, elsewhere: boolean): Promise<Caller>;
  /** Replaces all sessions of the reader by a new one. */
  replaceAll(client: Tx, ctx: Ctx, reader: ReaderRow): Promise<Caller>;
  list(caller: Caller, now: Date): Promise<{ id: string; device: string; at: string; here: boolean }[]>;
  end(caller: Caller, id: string, now: Date): Promise<void>;
  /** Ends the calling session, or all sessions of the reader; then other devices are forgotten too. */
  logout(ctx: SessionCtx, all: boolean): Promise<void>;
  sweep(now: Date): Promise<void>;
};

export function createSessions(pool: Pool, lifecycle: ReaderLifecycle, devices: Devices): Sessions {
  async function open(client: Tx, ctx: Ctx, reader: ReaderRow): Promise<Caller> {
    const token = newToken();
    const caller = callerOf(token, reader);
    const tokenHash = hashOfToken(token);
    if (!tokenHash) throw new Error('a new token is malformed');
    const { now, from } = ctx;
    const expiresAt = expiryOf(caller.registered, now);
    await addSession(client, { tokenHash, readerId: reader.readerId, userAgent: from.userAgent, now, expiresAt });
    if (caller.registered) await devices.remember(client, ctx, reader.readerId);
    return caller;
  }

  async function anonymousInUse(client: Tx, ctx: Ctx): Promise<GuardedRow | null> {
    const tokenHash = hashOfToken(ctx.from.token);
    const found = tokenHash && (await findSession(client, tokenHash, ctx.now));
    if (!found || isRegistered(found)) return null;
    const reader = await lockReader(client, found.readerId);
    // A concurrent login with this token may have ended the session while this one waited for the lock.
    const isUnchanged = reader && !isRegistered(reader) && (await findSession(client, tokenHash, ctx.now));
    return isUnchanged ? reader : null;
  }

  async function replaceAll(client: Tx, ctx: Ctx, reader: ReaderRow): Promise<Caller> {
    await endAllSessions(client, reader.readerId);
    await devices.forgetOthers(client, ctx, reader.readerId);
    return open(client, ctx, reader);
  }

  return {
    anonymousInUse,
    replaceAll,

    async start(ctx, arrival) {
      const caller = await transaction(pool, async (client) => {
        const reader = await addReader(client, { ...arrival, nickname: newNickname(), telephone: null, at: ctx.now });
        return open(client, ctx, reader);
      });
      ctx.setToken(caller.token);
      return caller;
    },

    async authorise(token, ctx) {
      const tokenHash = hashOfToken(token);
      const found = tokenHash && (await findSession(pool, tokenHash, ctx.now));
      if (!found) return null;
      const caller = callerOf(token, { ...found, ...(await markSeen(pool, found, ctx.now)) });
      if (ctx.now.getTime() - found.seenAt.getTime() > TOUCH_MS) {
        await extendSession(pool, tokenHash, ctx.now, expiryOf(caller.registered, ctx.now));
        ctx.setToken(token);
      }
      return caller;
    },

    async signIn(client, ctx, reader) {
      if (reader.erasesAt) await cancelErasure(client, reader.readerId);
      const anonymous = await anonymousInUse(client, ctx);
      if (anonymous) await lifecycle.merge(client, anonymous.readerId, reader.readerId, ctx.now);
      const tokenHash = hashOfToken(ctx.from.token);
      if (tokenHash) await endSessionByToken(client, tokenHash);
      const merged = anonymous ? await lockReader(client, reader.readerId) : reader;
      const seen = await markSeen(client, merged ?? reader, ctx.now);
      return { ...(await open(client, ctx, { ...(merged ?? reader), ...seen })), restored: reader.erasesAt !== null };
    },

    async rotate(client, ctx, reader, elsewhere) {
      const tokenHash = hashOfToken(ctx.caller.token);
      const ended = tokenHash && (await endSessionByToken(client, tokenHash));
      // The session ended during this call.
      if (ended === null) refuse('sessionLost');
      return elsewhere ? replaceAll(client, ctx, reader) : open(client, ctx, reader);
    },

    async list(caller, now) {
      const found = await listSessions(pool, caller.readerId, hashOfToken(caller.token), now);
      return found.map(({ id, userAgent, at, here }) => ({
        id,
        device: deviceName(userAgent),
        at: at.toISOString(),
        here,
      }));
    },

    end: (caller, id, now) =>
      transaction(pool, async (client) => {
        await lockReader(client, caller.readerId);
        await endSessionById(client, caller.readerId, id);
        await eraseUnreachable(client, [caller.readerId], now);
      }),

    logout: (ctx, all) =>
      transaction(pool, async (client) => {
        const { caller, now } = ctx;
        // To avoid deadlocks, the reader is always locked before its sessions.
        await lockReader(client, caller.readerId);
        const tokenHash = hashOfToken(caller.token);
        if (all) {
          await endAllSessions(client, caller.readerId);
          await devices.forgetOthers(client, ctx, caller.readerId);
        } else if (tokenHash) await endSessionByToken(client, tokenHash);
        await eraseUnreachable(client, [caller.readerId], now);
      }),

    async sweep(now) {
      const dropBatch = () =>
        transaction(pool, async (client) => {
          const readerIds = await dropExpiredSessions(client, now);
          await eraseUnreachable(client, readerIds, now);
          return readerIds.length;
        });
      while ((await dropBatch()) > 0);
    },
  };
}

/** Whether the reader can log in again without this session. */
export function isRegistered(reader: ReaderRow): boolean {
  return reader.hasPassword || reader.telephone !== null;
}

/** The nickname of a reader who has not chosen one. */
export function newNickname(): string {
  return `书友${randomBytes(4).readUInt32BE().toString(36).padStart(7, '0').slice(-6).toUpperCase()}`;
}

/** Without the secrets that the row may contain. */
function callerOf(token: string, reader: ReaderRow): Caller {
  const { readerId, adult, teen, hasRead } = reader;
  return { token, readerId, registered: isRegistered(reader), adult, teen, hasRead, profile: profileOf(reader) };
}

/** Picks the fields one by one, because the row may contain secrets. */
export function profileOf(reader: ReaderRow): CallerProfile {
  const { username, nickname, telephone, hasPassword, gender, face, autoBuy, points, expectsNews } = reader;
  const { createdAt, awaySince, backAt, claimedGifts, shareCode, teenFrom16 } = reader;
  const known = { username, nickname, telephone, hasPassword, gender, face, autoBuy, points, expectsNews };
  return { ...known, createdAt, awaySince, backAt, claimedGifts, shareCode, teenFrom16 };
}

import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Caller, Ctx, SessionCtx } from '../../core/ctx.ts';
import { type Tx, transaction } from '../../core/db.ts';
import { refuse } from '../../core/refusal.ts';
import type { Devices } from './credentials-devices.ts';
import type { ReaderLifecycle } from './reader-lifecycle.ts';
import {
  addReader,
  cancelErasure,
  eraseUnreachable,
  type GuardedRow,
  lockReader,
  type ReaderRow,
} from './reader-store.ts';
import { deviceName } from './session-device.ts';
import {
  addSession,
  dropExpiredSessions,
  endAllSessions,
  endSessionById,
  endSessionByToken,
  extendSession,
  findSession,
  listSessions,
} from './session-store.ts';
import { expiryOf, hashOfToken, newToken } from './session-token.ts';

/** How often a session's last use is written down. */
const TOUCH_MS = 24 * 3600 * 1000;

/** Who has logged in; `restored` = and by that called off that the account is erased. */
export type SignedIn = Caller & { restored: boolean };

export type Arrival = { domain: string; source: string | null; platform: string | null };

/** Sessions: who a token belongs to, and how one follows another. */
export type Sessions = {
  /** Starts a new anonymous reader with a session of its own. */
  start(ctx: Ctx, from: Arrival): Promise<Caller>;
  /** Who a token belongs to; a session in use is extended once a day. */
  authorise(token: string, ctx: Ctx): Promise<Caller | null>;
  /** The anonymous reader whose session this device has, held for the transaction; null without one. */
  anonymousInUse(client: Tx, ctx: Ctx): Promise<GuardedRow | null>;
  /** A reader, held for the transaction, logs in on this device: a new session instead of the one in use, which merges if it was anonymous. */
  signIn(client: Tx, ctx: Ctx, reader: GuardedRow): Promise<SignedIn>;
  /** A new session instead of the one that calls; `elsewhere` = the reader's other devices log out. */
  rotate(client: Tx, ctx: SessionCtx, reader: ReaderRow, elsewhere: boolean): Promise<Caller>;
  /** A new session instead of all the reader has. */
  replaceAll(client: Tx, ctx: Ctx, reader: ReaderRow): Promise<Caller>;
  list(caller: Caller, now: Date): Promise<{ id: string; device: string; at: string; here: boolean }[]>;
  end(caller: Caller, id: string, now: Date): Promise<void>;
  /** Ends the calling session, or all of the reader; then other devices are strangers again. */
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
    // Another login with this token may have been quicker while we waited.
    const isStillSo = reader && !isRegistered(reader) && (await findSession(client, tokenHash, ctx.now));
    return isStillSo ? reader : null;
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
      const caller = callerOf(token, found);
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
      return { ...(await open(client, ctx, merged ?? reader)), restored: reader.erasesAt !== null };
    },

    async rotate(client, ctx, reader, elsewhere) {
      const tokenHash = hashOfToken(ctx.caller.token);
      const ended = tokenHash && (await endSessionByToken(client, tokenHash));
      // The session ended while this call was under way.
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
        // Whatever changes an account holds its reader before its sessions, never the other way round.
        await lockReader(client, caller.readerId);
        const tokenHash = hashOfToken(caller.token);
        if (all) {
          await endAllSessions(client, caller.readerId);
          await devices.forgetOthers(client, ctx, caller.readerId);
        } else if (tokenHash) await endSessionByToken(client, tokenHash);
        await eraseUnreachable(client, [caller.readerId], now);
      }),

    async sweep(now) {
      const some = () =>
        transaction(pool, async (client) => {
          const readerIds = await dropExpiredSessions(client, now);
          await eraseUnreachable(client, readerIds, now);
          return readerIds.length;
        });
      while ((await some()) > 0);
    },
  };
}

/** Registered = there is a way back without this session. */
export function isRegistered(reader: ReaderRow): boolean {
  return reader.hasPassword || reader.telephone !== null;
}

/** What a reader is called who has not said. */
export function newNickname(): string {
  return `书友${randomBytes(4).readUInt32BE().toString(36).padStart(7, '0').slice(-6).toUpperCase()}`;
}

function callerOf(token: string, reader: ReaderRow): Caller {
  const { readerId, username, nickname, telephone, hasPassword, gender, adult, teen, autoBuy, points, expectsNews } =
    reader;
  const { hasRead } = reader;
  const registered = isRegistered(reader);
  return {
    token,
    readerId,
    registered,
    username,
    nickname,
    telephone,
    hasPassword,
    gender,
    adult,
    teen,
    autoBuy,
    points,
    expectsNews,
    hasRead,
  };
}

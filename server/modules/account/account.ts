import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Caller, Ctx } from '../../core/ctx.ts';
import { addReader, dropExpiredSessions, extendSession, findSession } from './store.ts';

/** An anonymous session lives this long after it was last seen. */
const ANONYMOUS_MS = 180 * 24 * 3600 * 1000;
/** How often a session's last use is written down. */
const TOUCH_MS = 24 * 3600 * 1000;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Readers and their sessions. */
export type Account = {
  /** Starts a new anonymous reader with a session of its own. */
  startSession(ctx: Ctx, from: { domain: string; source: string | null; platform: string | null }): Promise<Caller>;
  /** Who a token belongs to; a session in use is extended once a day. */
  authorise(token: string, ctx: Ctx): Promise<Caller | null>;
  /** Removes sessions past their time. */
  sweep(now: Date): Promise<void>;
};

export function createAccount(pool: Pool): Account {
  return {
    async startSession(ctx, { domain, source, platform }) {
      const token = randomBytes(32).toString('base64url');
      const nickname = `书友${randomBytes(4).readUInt32BE().toString(36).padStart(7, '0').slice(-6).toUpperCase()}`;
      const readerId = await addReader(
        pool,
        { nickname, domain, source, platform, at: ctx.now },
        {
          tokenHash: hashOf(token),
          device: ctx.from.userAgent.slice(0, 200),
          expiresAt: new Date(ctx.now.getTime() + ANONYMOUS_MS),
        },
      );
      ctx.setToken(token);
      return { token, readerId, registered: false, nickname, gender: 0, adult: false };
    },

    async authorise(token, ctx) {
      if (!TOKEN.test(token)) return null;
      const tokenHash = hashOf(token);
      const reader = await findSession(pool, tokenHash, ctx.now);
      if (!reader) return null;
      if (ctx.now.getTime() - reader.seenAt.getTime() > TOUCH_MS) {
        await extendSession(pool, tokenHash, ctx.now, new Date(ctx.now.getTime() + ANONYMOUS_MS));
        ctx.setToken(token);
      }
      const { readerId, nickname, gender, adult } = reader;
      return { token, readerId, registered: false, nickname, gender, adult };
    },

    sweep: (now) => dropExpiredSessions(pool, now),
  };
}

/** Only this is kept of a token. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

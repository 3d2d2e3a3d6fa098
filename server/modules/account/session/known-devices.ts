import type { Pool } from 'pg';
import type { Tx } from '../../../core/db/db.ts';
import type { Ctx } from '../../../core/dispatch/ctx.ts';
import { isName } from '../reader/names.ts';
import {
  addDevice,
  dropOldDevices,
  findDeviceByName,
  forgetOtherDevices,
  isDeviceOf,
  renewDevice,
} from './known-device-store.ts';
import { hashOfToken, newToken } from './token.ts';

/** A device that has logged in to this account before. */
export type KnownDevice = { readerId: number; hash: Buffer };

/**
 * Devices that have logged in before, recognised by a cookie (OWASP: Slow Down Online Guessing Attacks with Device Cookies).
 * The cookie grants no access: it only separates the device's attempts from those of other people.
 */
export type Devices = {
  /** The calling device, if it has logged in with this username or phone before. */
  knownByName(ctx: Ctx, name: string): Promise<KnownDevice | null>;
  /** The calling device, if it has logged in to this account before. */
  knownTo(ctx: Ctx, readerId: number): Promise<KnownDevice | null>;
  /**
   * Remembers the calling device in the transaction of its login. It gets a new cookie, so that one set by an attacker has no
   * effect.
   */
  remember(client: Tx, ctx: Ctx, readerId: number): Promise<void>;
  /** Forgets all devices of this account except the calling one. */
  forgetOthers(client: Tx, ctx: Ctx, readerId: number): Promise<void>;
  sweep(now: Date): Promise<void>;
};

/** The longest lifetime that browsers allow for a cookie. */
const KEEP_MS = 400 * 24 * 3600 * 1000;

const hashOf = ({ from }: Ctx) => hashOfToken(from.deviceCookie ?? null);

export function createDevices(pool: Pool): Devices {
  return {
    async knownByName(ctx, name) {
      const hash = hashOf(ctx);
      const readerId = hash && isName(name) ? await findDeviceByName(pool, hash, name) : null;
      return hash && readerId !== null ? { readerId, hash } : null;
    },

    async knownTo(ctx, readerId) {
      const hash = hashOf(ctx);
      return hash && (await isDeviceOf(pool, hash, readerId)) ? { readerId, hash } : null;
    },

    async remember(client, ctx, readerId) {
      const cookie = newToken();
      const hash = hashOfToken(cookie);
      if (!hash) throw new Error('a new device cookie is malformed');
      const oldHash = hashOf(ctx);
      if (oldHash) await renewDevice(client, oldHash, hash);
      await addDevice(client, hash, readerId, ctx.now);
      ctx.setDeviceCookie(cookie);
    },

    forgetOthers: (client, ctx, readerId) => forgetOtherDevices(client, readerId, hashOf(ctx)),

    sweep: (now) => dropOldDevices(pool, new Date(now.getTime() - KEEP_MS)),
  };
}

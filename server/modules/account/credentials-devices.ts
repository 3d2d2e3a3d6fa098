import type { Pool } from 'pg';
import type { Ctx } from '../../core/ctx.ts';
import type { Tx } from '../../core/db.ts';
import {
  addDevice,
  dropOldDevices,
  findDeviceByName,
  forgetOtherDevices,
  isDeviceOf,
  renewDevice,
} from './credentials-device-store.ts';
import { isName } from './credentials-names.ts';
import { hashOfToken, newToken } from './session-token.ts';

/** A device that has logged in to this account before. */
export type KnownDevice = { readerId: number; hash: Buffer };

/**
 * Devices that have logged in before, by a cookie each (OWASP: Slow Down Online Guessing Attacks with Device Cookies). The
 * cookie opens nothing: it only keeps what strangers do from counting against the device.
 */
export type Devices = {
  /** The calling device, where it has logged in by this username or phone before. */
  knownByName(ctx: Ctx, name: string): Promise<KnownDevice | null>;
  /** The calling device, where it has logged in to this account before. */
  knownTo(ctx: Ctx, readerId: number): Promise<KnownDevice | null>;
  /**
   * The calling device has logged in: it gets a new cookie, so that one that somebody planted is worth nothing. In the
   * transaction of the login.
   */
  remember(client: Tx, ctx: Ctx, readerId: number): Promise<void>;
  /** All devices but the calling one are strangers to this account again. */
  forgetOthers(client: Tx, ctx: Ctx, readerId: number): Promise<void>;
  sweep(now: Date): Promise<void>;
};

/** As long as browsers keep a cookie. */
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

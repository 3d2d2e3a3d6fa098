/**
 * An HTTP answer. `token` and `deviceCookie` are set as cookies; `expires` is the header: when the answer becomes
 * outdated without any write.
 */
export type Answer = {
  status: 200 | 400 | 500;
  body: string | Buffer;
  token?: string;
  deviceCookie?: string;
  expires: string | undefined;
};

/** An answer with the moment it was computed for, and the moment it becomes outdated without any write. */
export type MadeAnswer = Answer & { code: number; madeAt: Date; validUntil: Date | undefined };

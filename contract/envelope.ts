import * as v from 'valibot';

/** The form of every decoded answer. `status` 1 = done, 0 = refused, 403 = the session is lost. */
export const Envelope = v.object({
  status: v.number(),
  message: v.string(),
  code: v.number(),
  data: v.unknown(),
});

export type Envelope<Data = unknown> = { status: number; message: string; code: number; data: Data | null };

/** The default key of the cipher. It only hides the content of calls; it is no security boundary. */
export const DEFAULT_KEY = '0123456789abcdef';
export const DEFAULT_IV = 'fedcba9876543210';

/** Limits on a request body, checked before its schema. */
export const MAX_BODY_BYTES = 64 * 1024;
export const MAX_BODY_DEPTH = 16;

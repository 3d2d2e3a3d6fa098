import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Db, Tx } from '../../core/db/db.ts';
import type { Caller, CallerProfile, Ctx } from '../../core/dispatch/ctx.ts';
import type { RateLimits } from '../../core/limits/rate-limit.ts';
import { createConfirm } from './credentials/confirm.ts';
import { type Credentials, createCredentials } from './credentials/credentials.ts';
import { dropOldGuesses } from './credentials/guess-store.ts';
import { createGuesses } from './credentials/guesses.ts';
import { createHashing, type Hashing, type HashStrength } from './credentials/hash.ts';
import { dropOldPasswordLinks } from './credentials/password-link-store.ts';
import { createPhone, type Phone } from './credentials/phone.ts';
import type { AccountPorts } from './ports.ts';
import { createProfile, type Profile } from './profile/profile.ts';
import { createTeenMode, type TeenMode } from './profile/teen-mode.ts';
import { dropOldTeenDays } from './profile/teen-store.ts';
import { createProofsOfWork, type ProofsOfWork } from './proof/proof-of-work.ts';
import { dropOldProofs } from './proof/store.ts';
import { setClaimedGifts } from './reader/activity-store.ts';
import { addGrowth, rewardChapter } from './reader/growth.ts';
import { createReaderLifecycle } from './reader/lifecycle.ts';
import { expectNews, lockReader } from './reader/store.ts';
import { secretNamed } from './secret-store.ts';
import { createDevices } from './session/known-devices.ts';
import { createSessions, profileOf, type Sessions } from './session/sessions.ts';
import { createSmsBudget, type SmsBudget } from './sms/budget.ts';
import { dropOldCodes } from './sms/code-store.ts';
import { createSmsCodes, type SmsCodes, type SmsSettings } from './sms/codes.ts';
import { createSmsDeliverer } from './sms/delivery.ts';
import { dropOldDeliveries } from './sms/delivery-store.ts';
import { createSmsNotices } from './sms/notices.ts';
import { dropOldMessages } from './sms/outbox-store.ts';
import { createSmsReports, type SmsReports } from './sms/reports.ts';
import { dropOldSends } from './sms/send-store.ts';

export type { HashCaller, Hashing } from './credentials/hash.ts';
export { offerPasswordLink } from './credentials/password-link.ts';
export { isEasilyGuessed } from './credentials/password-strength.ts';
export type { AccountPorts } from './ports.ts';
export { copyAutoBuys, copyRewards, takeAutoBuysBack } from './profile/comic-merge-store.ts';
export { GRADE_COUNT, gradeOf } from './profile/grade.ts';
export {
  arrivalsOf,
  countActive,
  countAllRegistered,
  countArrivals,
  countRegistered,
  listReadersSince,
  listReceiversOfGifts,
} from './reader/arrival-store.ts';
export { addGrowth } from './reader/growth.ts';
export { manageReader, type ReaderAction } from './reader/manage-reader.ts';
export { findManagedReader, type ManagedReader } from './reader/manage-reader-store.ts';
export { isBanned, maskedTelephone } from './reader/names.ts';
export { findReader, findReaderByName, listMailReaders, lockReader } from './reader/store.ts';
export { secretNamed } from './secret-store.ts';
export { deviceName } from './session/device-name.ts';
export { listReceivers, listSessions } from './session/store.ts';
export { hashOfToken } from './session/token.ts';
export type { SmsBudget } from './sms/budget.ts';
export type { CodeRequest, SmsSettings } from './sms/codes.ts';
export { findDelivery, latestDeliveries, type SmsDelivery } from './sms/delivery-store.ts';
export { keepMessage, messagesAfter, type OutboxMessage } from './sms/outbox-store.ts';
export type {
  CodePurpose,
  NoticePurpose,
  SmsAttempt,
  SmsMessage,
  SmsOutcome,
  SmsReport,
  SmsSender,
  SmsSource,
  TakenMessage,
} from './sms/sender.ts';

/** Readers: their sessions, credentials and profile. */
export type Account = {
  /** The caller with this token; a session in use is extended once a day. */
  authorise(token: string, ctx: Ctx): Promise<Caller | null>;
  sessions: Pick<Sessions, 'start' | 'list' | 'end' | 'logout'>;
  credentials: Credentials;
  /** The only queue of password hashes in this process. */
  hashing: Hashing;
  phone: Phone;
  codes: Pick<SmsCodes, 'send'>;
  /** The delivery of the messages that gateways took. */
  reports: SmsReports;
  smsBudget: SmsBudget;
  proofs: ProofsOfWork;
  profile: Profile;
  teen: TeenMode;
  /** The reader may have something unread from now on. Runs in the transaction that creates it. */
  expectNews(db: Db, readerId: number): Promise<void>;
  /** Adds the growth point for a chapter read to its end; once for each chapter. */
  rewardChapter(readerId: number, chapterId: number): Promise<void>;
  /**
   * Locks the reader and adds growth points for money or attendance; `false` if the reader is erased. Other locks, such as that of
   * the wallet, must be taken after this one.
   */
  addGrowth(tx: Tx, readerId: number, points: number): Promise<boolean>;
  /** Locks the reader for the transaction; `null` if the reader is erased. */
  lockReader(tx: Tx, readerId: number): Promise<CallerProfile | null>;
  /** Stores the claimed gifts with the reader, for the unread mark. */
  setClaimedGifts(tx: Tx, readerId: number, giftIds: readonly number[]): Promise<void>;
  /** Deletes expired rows, and erases readers whose erasure is due. */
  sweep(now: Date): Promise<void>;
};

export type AccountParts = {
  pool: Pool;
  log: Logger;
  limits: RateLimits;
  sms: SmsSettings;
  ports: Pick<AccountPorts, 'siteName' | 'dataOwners'>;
  /** The recommended one unless given. */
  hashStrength?: HashStrength | undefined;
};

/** The keys are read from the database, so that all nodes use the same ones. */
export async function createAccount({ pool, log, limits, sms, ports, hashStrength }: AccountParts): Promise<Account> {
  // One after the other on one connection. Three connections would take longer to open.
  const codeKey = await secretNamed(pool, 'sms-code');
  const proofKey = await secretNamed(pool, 'proof-of-work');
  const guessKey = await secretNamed(pool, 'guess');
  const lifecycle = createReaderLifecycle(pool, ports.dataOwners);
  const devices = createDevices(pool);
  const sessions = createSessions(pool, lifecycle, devices);
  const hashing = createHashing(hashStrength);
  const guesses = createGuesses(pool, guessKey);
  const proofs = createProofsOfWork(pool, proofKey);
  const deliverer = createSmsDeliverer({ pool, sms, countSms: sms.countSms });
  const codes = createSmsCodes({ pool, secret: codeKey, proofs, devices, deliverer, sms });
  const confirm = createConfirm({ guesses, devices, codes, hashing });

  return {
    authorise: sessions.authorise,
    sessions,
    credentials: createCredentials({ pool, limits, guesses, devices, proofs, confirm, sessions, hashing }),
    hashing,
    phone: createPhone({
      pool,
      codes,
      notices: createSmsNotices(pool, deliverer, sms),
      confirm,
      sessions,
      lifecycle,
    }),
    codes,
    reports: createSmsReports(pool, sms, log),
    smsBudget: createSmsBudget(pool, sms),
    proofs,
    profile: createProfile(pool, lifecycle, ports.siteName),
    teen: createTeenMode(pool, guesses, hashing),
    expectNews,
    rewardChapter: (readerId, chapterId) => rewardChapter(pool, readerId, chapterId),
    addGrowth,
    async lockReader(tx, readerId) {
      const reader = await lockReader(tx, readerId);
      return reader && profileOf(reader);
    },
    setClaimedGifts,
    async sweep(now) {
      await sessions.sweep(now);
      await devices.sweep(now);
      await dropOldGuesses(pool, now);
      await dropOldPasswordLinks(pool, now);
      await dropOldProofs(pool, now);
      await dropOldSends(pool, now);
      await dropOldCodes(pool, now);
      await dropOldMessages(pool);
      await dropOldDeliveries(pool, now);
      await dropOldTeenDays(pool, now);
      // Last, because it throws if a reader can't be erased.
      await lifecycle.eraseDue(now);
    },
  };
}

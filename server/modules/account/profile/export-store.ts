import { type Db, row, rows, statement } from '../../../core/db/db.ts';

const READER = statement<Record<string, unknown>, [readerId: number]>(
  'account.export-reader',
  `select id, username, nickname, telephone, password_hash is not null as "hasPassword", gender, face, adult,
     teen_pin_hash is not null as teen, teen_from_16 as "teenFrom16", auto_buy as "autoBuy", growth_points as "growthPoints", has_read as "hasRead", domain, source, referrer, platform,
     registered_at as "registeredAt", share_code as "shareCode",
     created_at as "createdAt", seen_at as "lastSeenAt", away_since as "awaySince", back_at as "backAt",
     erases_at as "erasesAt"
   from account.reader where id = $1`,
);

const SESSIONS = statement<{ userAgent: string; startedAt: Date; lastUsedAt: Date; endsAt: Date }, [readerId: number]>(
  'account.export-sessions',
  `select device as "userAgent", created_at as "startedAt", seen_at as "lastUsedAt", expires_at as "endsAt"
   from account.session where reader_id = $1 order by seen_at desc`,
);

const KNOWN_DEVICES = statement<{ loggedInAt: Date }, [readerId: number]>(
  'account.export-known-devices',
  'select issued_at as "loggedInAt" from account.device_cookie where reader_id = $1 order by issued_at desc',
);

const AUTO_BUYS = statement<{ comicId: number; since: Date }, [readerId: number]>(
  'account.export-auto-buys',
  'select comic_id as "comicId", at as since from account.auto_buy where reader_id = $1 order by at desc, comic_id',
);

const TEEN_DAYS = statement<{ day: string; minutes: number }, [readerId: number]>(
  'account.export-teen-days',
  'select day::text, minutes from account.teen_day where reader_id = $1 order by day',
);

const REWARDS = statement<{ chapterId: number }, [readerId: number]>(
  'account.export-chapter-rewards',
  'select chapter_id as "chapterId" from account.chapter_reward where reader_id = $1 order by chapter_id',
);

/** Without the addresses: another person may have requested the code. */
const TEXT_MESSAGES = statement<{ sentAt: Date }, [readerId: number]>(
  'account.export-text-messages',
  `select s.sent_at as "sentAt" from account.sms_send s join account.reader r using (telephone)
   where r.id = $1 and s.sent order by s.sent_at`,
);

/** All data of a reader in this module, except hashes; null if there is no such reader. */
export async function exportAccount(db: Db, readerId: number) {
  const reader = await row(db, READER, [readerId]);
  if (!reader) return null;
  return {
    ...reader,
    devices: await rows(db, SESSIONS, [readerId]),
    knownDevices: await rows(db, KNOWN_DEVICES, [readerId]),
    autoBuys: await rows(db, AUTO_BUYS, [readerId]),
    rewardedChapters: (await rows(db, REWARDS, [readerId])).map(({ chapterId }) => chapterId),
    youngReadersMinutes: await rows(db, TEEN_DAYS, [readerId]),
    textMessages: await rows(db, TEXT_MESSAGES, [readerId]),
  };
}

import { createHash, randomBytes } from 'node:crypto';
import { userAutoBuy, userNickname, userPassword, userSessions } from '#contract/calls/account';
import { groupComics, saveGroup } from '#contract/calls/groups';
import { addFavorite, addSubscribe, history, progress } from '#contract/calls/library';
import { feedback as feedbackList, feedbackSubmit } from '#contract/calls/support';
import { createHashing } from '../../server/modules/account/credentials/hash.ts';
import type { TestApp } from '../app/app.ts';
import { effortlessProof } from '../app/proofs.ts';
import type { Random } from '../app/seeded-random.ts';
import { addComic } from '../factories/comics.ts';
import { newAddress, ownCode, signedIn } from '../factories/readers.ts';
import { giveTo } from '../factories/wallets.ts';
import type { Known } from './payloads.ts';

/** Kinds of callers: without a token, with an invalid token, and readers of every kind. */
export type Kind = 'nobody' | 'forger' | 'anonymous' | 'registered' | 'adult' | 'teen' | 'banned';
export type Caller = { kind: Kind; token: string | null };

export type Bystander = {
  readerId: number;
  token: string;
  /** Texts that must not appear in responses to others. */
  secrets: readonly string[];
};

/** The callers and their knowledge about the site and each other. */
export type Cast = { bystander: Bystander; known: Known; passwordHash: string; batches: number };

/** The bystander's password and the callers' password. */
const OWN_PASSWORD = 'Seven-3-quiet-lamps';
const PASSWORD = 'Fuzz-9-horse-staple';
const MARKS = {
  nickname: '旁观者七七',
  username: 'bystander_seven',
  content: '旁观者写的反馈七七',
  contact: 'seven@example.net',
  group: '旁观者的分组',
};
const READERS: readonly Exclude<Kind, 'nobody' | 'forger'>[] = [
  ...Array.from({ length: 12 }, () => 'anonymous' as const),
  ...Array.from({ length: 10 }, () => 'registered' as const),
  ...(['adult', 'adult', 'teen', 'banned'] as const),
];

/** Fills the site with comics and a bystander: a reader with rows in all tables, who makes no more calls. */
export async function gatherCast(site: TestApp): Promise<Cast> {
  const comics = [
    await addComic(site, { title: '甲', genres: ['恋爱', '奇幻'], chapters: [{}, {}, { price: 30 }] }),
    await addComic(site, { title: '乙', genres: ['恋爱'], ageRating: '18', status: 'complete' }),
    await addComic(site, { title: '丙', ageRating: '16', direction: 'rtl' }),
    await addComic(site, { title: '丁', online: false }),
  ];
  const chapters = comics.flatMap((comic) => comic.chapters.map(({ id }) => id));
  const { bystander, phone, session, feedbackId, groupId, cursor } = await addBystander(
    site,
    comics[0]?.comicId ?? 0,
    chapters,
  );
  const known: Known = {
    ids: [...comics.map(({ comicId }) => comicId), ...chapters, bystander.readerId, feedbackId, groupId],
    texts: {
      token: [bystander.token, 'A'.repeat(43)],
      telephone: [phone, '13900001111'],
      username: [MARKS.username, 'fuzz_13', 'Fuzz_14', 'nobody_at_all'],
      password: [PASSWORD, 'Another-9-horse', 'passw0rd'],
      old: [PASSWORD],
      code: ['123456', '000000'],
      id: [session],
      cursor: [cursor],
      genre: ['恋爱', '奇幻'],
      pin: ['1234', '0000'],
      proof: [await effortlessProof(site, 'login'), await effortlessProof(site, 'feedback'), 'e30='],
    },
  };
  const secrets = [...Object.values(MARKS), phone, bystander.token];
  const passwordHash = await createHashing().hash(PASSWORD, { urgent: false, address: '192.0.2.1' });
  return { bystander: { ...bystander, secrets }, known, passwordHash, batches: 0 };
}

/** Creates the bystander through calls, with rows wherever a reader can have some. */
async function addBystander(site: TestApp, comicId: number, chapters: readonly number[]) {
  const from = { remoteAddress: newAddress() };
  const first = await signedIn(site, { telephone: '13000007777' });
  const code = await ownCode(site, first, 'password');
  const { data: user } = await site.call(
    userPassword,
    { username: MARKS.username, password: OWN_PASSWORD, code },
    { token: first.token, ...from },
  );
  if (!user) throw new Error('the bystander got no password');
  const as = { token: user.token, ...from };
  await site.call(userNickname, { nickname: MARKS.nickname }, as);
  await site.call(userAutoBuy, { comicId, on: true }, as);
  await site.call(addSubscribe, { id: comicId }, as);
  await site.call(addFavorite, { id: comicId }, as);
  const { data: group } = await site.call(saveGroup, { name: MARKS.group }, as);
  await site.call(groupComics, { comicIds: [comicId], into: [group?.id ?? 0] }, as);
  for (const chapterId of chapters)
    await site.call(progress, { chapterId, page: 1, offset: 0.5, finished: true, ageMs: 0 }, as);
  const { data: written } = await site.call(
    feedbackSubmit,
    { type: 4, content: MARKS.content, contact: MARKS.contact },
    as,
  );
  await giveTo(site, user.id, { coins: 500, bonus: 50, tickets: 2 });
  await site.pool.query(
    `insert into account.teen_day (reader_id, day, minutes, last_minute) values ($1, (now() at time zone 'Asia/Shanghai')::date, 3, 700)`,
    [user.id],
  );
  const { data: devices } = await site.call(userSessions, {}, as);
  const { data: read } = await site.call(history, { size: 1 }, as);
  await site.call(feedbackList, {}, as);
  return {
    bystander: { readerId: user.id, token: user.token },
    phone: first.phone,
    session: devices?.devices[0]?.id ?? '',
    feedbackId: written?.id ?? 0,
    groupId: group?.id ?? 0,
    cursor: read?.next ?? '',
  };
}

/** New callers of every kind. */
export async function newCallers(site: TestApp, cast: Cast): Promise<Caller[]> {
  const tokens = READERS.map(() => randomBytes(32).toString('base64url'));
  await site.pool.query(
    `with callers as (
       select * from unnest($1::text[], $2::bytea[]) with ordinality callers (kind, hash, n)
     ), made as (
       insert into account.reader (nickname, domain, created_at, username, telephone, password_hash, adult, teen_pin_hash, banned_at)
       select '书友', 'fuzz', now(), name, phone, case when phone is not null then $3 end, kind = 'adult',
         case when kind = 'teen' then $3 end, case when kind = 'banned' then now() end
       from (select kind, n, case when kind <> 'anonymous' then 'fuzz_' || $4::bigint * 100 + n end as name,
               case when kind <> 'anonymous' then '1' || lpad(($4::bigint * 100 + n)::text, 10, '0') end as phone
             from callers order by n) named order by n returning id, telephone
     )
     insert into account.session (token_hash, reader_id, created_at, seen_at, expires_at)
     select w.hash, m.id, now(), now(), now() + interval '30 days'
     from (select hash, n from callers) w join (select id, row_number() over (order by id) as n from made) m on m.n = w.n`,
    [READERS, tokens.map(hashOf), cast.passwordHash, cast.batches++],
  );
  const readers = READERS.map((kind, index): Caller => ({ kind, token: tokens[index] ?? null }));
  return [
    ...readers,
    { kind: 'nobody', token: null },
    { kind: 'nobody', token: null },
    { kind: 'forger', token: null },
  ];
}

/** The authorization header of a caller. A forger has an invalid or unknown token. */
export function authorizationOf({ kind, token }: Caller, random: Random): string | undefined {
  if (kind === 'nobody') return undefined;
  if (kind !== 'forger') return `Bearer ${token}`;
  const nobodys = 'B'.repeat(43);
  return random.oneOf([
    'Bearer',
    'Bearer ',
    `Bearer ${nobodys}`,
    `bearer ${nobodys}`,
    `Bearer ${nobodys} `,
    `Basic ${nobodys}`,
    nobodys,
    `Bearer ${'C'.repeat(4_000)}`,
    `Bearer ${nobodys}, Bearer ${nobodys}`,
    'Bearer null',
    "Bearer ' or 1=1 --",
    '',
  ]);
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

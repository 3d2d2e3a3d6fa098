import type pg from 'pg';
import { gradeOf, maskedTelephone } from '../../server/modules/account/account.ts';

/** The answer of user/info from the smallest named SELECTs. */

type Reader = {
  id: number;
  username: string | null;
  nickname: string;
  telephone: string | null;
  hasPassword: boolean;
  gender: number;
  face: number;
  adult: boolean;
  teen: boolean;
  autoBuy: boolean;
  points: number;
  shareCode: string;
  expectsNews: boolean;
};

const SESSION = 'account.session s join account.reader r on r.id = s.reader_id';
const LIVE = 's.token_hash = $1 and s.expires_at > now()';

async function select<Row>(pool: pg.Pool, name: string, text: string, values: unknown[]): Promise<Row[]> {
  return (await pool.query<Row & pg.QueryResultRow>({ name, text, values })).rows;
}

/** For a reader without unread items; others need more statements. */
export async function readUserInfo(pool: pg.Pool, token: string, tokenHash: Buffer): Promise<unknown> {
  const text = `select r.id, r.username, r.nickname, r.telephone, r.password_hash is not null as "hasPassword", r.gender, r.face,
    r.adult, r.teen_pin_hash is not null as teen, r.auto_buy as "autoBuy", r.growth_points as points, r.share_code as "shareCode",
    r.expects_news as "expectsNews"
    from ${SESSION} where ${LIVE} and r.banned_at is null`;
  const [reader] = await select<Reader>(pool, 'reader', text, [tokenHash]);
  if (!reader || reader.expectsNews) throw new Error('no session, or one that expects news');
  const balances = await select<{ asset: string; amount: number }>(
    pool,
    'balances',
    `select a.asset, sum(l.remaining)::int as amount
     from wallet.wallet w join wallet.account a on a.wallet_id = w.id join wallet.credit_lot l on l.account_id = a.id
     where w.reader_id = $1 and l.remaining > 0 and (l.expires_at is null or l.expires_at > now()) group by a.asset`,
    [reader.id],
  );
  const amountOf = (asset: string) => balances.find((each) => each.asset === asset)?.amount ?? 0;
  return {
    token,
    id: reader.id,
    username: reader.username,
    nickname: reader.nickname,
    avatar: null,
    telephone: reader.telephone && maskedTelephone(reader.telephone),
    registered: reader.hasPassword || reader.telephone !== null,
    hasPassword: reader.hasPassword,
    gender: reader.gender,
    face: reader.face,
    adult: reader.adult,
    teen: reader.teen,
    grade: gradeOf(reader.points).grade,
    coins: amountOf('coin'),
    bonus: amountOf('bonus'),
    tickets: amountOf('ticket'),
    autoBuy: reader.autoBuy,
    shareCode: reader.shareCode,
    unread: { gift: 0, feedback: 0, updates: 0 },
  };
}

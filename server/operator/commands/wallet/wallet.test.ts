import { randomUUID } from 'node:crypto';
import { userInfo as systemUser } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { comicPay } from '#contract/calls/comic';
import { userInfo } from '#contract/calls/session';
import { payLog } from '#contract/calls/wallet';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { signedIn, withPassword } from '../../../../testing/factories/readers.ts';
import { expectSoundLedger, giveTo } from '../../../../testing/factories/wallets.ts';
import { transaction } from '../../../core/db/db.ts';
import { addEntry, listEntriesOf } from '../../../modules/audit/audit.ts';
import { adjust } from '../../../modules/wallet/wallet.ts';
import { readWalletArgs, runWallet } from './wallet.ts';

let site: TestApp;
let reader: { id: number; token: string };
/** The answer to the command's question; null = no terminal. */
let answer: boolean | null;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  reader = await signedIn(site);
  answer = true;
});

async function wallet(...argv: string[]) {
  const out: string[] = [];
  const error: string[] = [];
  const stdout = { write: (text: string) => out.push(text) };
  const stderr = { write: (text: string) => error.push(text) };
  const args = readWalletArgs(argv, { stdout, stderr });
  const context = { pool: site.pool, stdout, clock: () => new Date(), confirm: async () => answer };
  const code = typeof args === 'number' ? args : await runWallet(args, context);
  return { code, out: out.join(''), error: error.join('') };
}

async function buy(title: string, price: number) {
  const { comicId, chapters } = await addComic(site, { title, chapters: [{ price }] });
  const payload = { chapterIds: [chapters[0]?.id ?? 0], expect: price, key: randomUUID() };
  expect(await site.call(comicPay, payload, { token: reader.token })).toMatchObject({ code: 0 });
  return comicId;
}

/** The log entries of a reader, the latest first. */
function entriesOf(readerId: number) {
  return listEntriesOf(site.pool, { subject: 'reader', ids: [readerId] }, Number.MAX_SAFE_INTEGER, 10);
}

async function bonusOf(token: string) {
  return (await site.call(userInfo, { token })).data?.bonus;
}

describe('check', () => {
  test('says that all accounts agree', async () => {
    await giveTo(site, reader.id, { coins: 10, bonus: 5 });
    expect(await wallet('check')).toMatchObject({ code: 0, out: expect.stringMatching(/^账目相符：\d+ 项。\n$/) });
  });

  test('lists violations and has a non-zero exit code', async () => {
    await giveTo(site, reader.id, { coins: 10 });
    const change = (by: number) =>
      site.pool.query(
        `update wallet.account a set balance = balance + $2 from wallet.wallet w
         where w.id = a.wallet_id and w.reader_id = $1 and asset = 'coin'`,
        [reader.id, by],
      );
    await change(1);
    const { code, out } = await wallet('check');
    await change(-1);
    expect(code).toBe(1);
    expect(out).toMatch(/不符 balance-is-its-transfers\n {5}account \d+: stored 11, transfers 10\n/);
    expect(out).toContain('不符 balance-is-its-lots');
    expect(await wallet('check')).toMatchObject({ code: 0 });
  });
});

describe('adjust', () => {
  test('gives bonus with a reason and an actor', async () => {
    const { code, out } = await wallet('adjust', String(reader.id), '--bonus', '100', '--reason', '昨天打不开');
    expect({ code, out }).toEqual({
      code: 0,
      out: `调整读者 ${reader.id}：\n  赠币 0 → 100\n已调整。读者 ${reader.id} 现有漫币 0、赠币 100、阅读券 0。\n`,
    });
    expect(await bonusOf(reader.token)).toBe(100);
    const { rows } = await site.pool.query(`select kind, actor, reason from wallet.transfer order by id desc limit 1`);
    expect(rows).toEqual([{ kind: 'adjust', actor: systemUser().username, reason: '昨天打不开' }]);
    const act = { actor: systemUser().username, action: 'adjust', reason: '昨天打不开' };
    expect(await entriesOf(reader.id)).toMatchObject([{ ...act, before: { bonus: 0 }, after: { bonus: 100 } }]);
    await expectSoundLedger(site);
  });

  test('takes at most the available amount, or nothing', async () => {
    await giveTo(site, reader.id, { bonus: 30, tickets: 1 });
    const id = String(reader.id);
    expect(await wallet('adjust', id, '--tickets=-1', '--bonus=-31', '--reason', '重复')).toMatchObject({
      code: 1,
      out: expect.stringContaining('赠币不够扣，什么也没有做。'),
    });
    expect(await bonusOf(reader.token)).toBe(30);
    expect(await entriesOf(reader.id)).toEqual([]);
    expect(await wallet('adjust', id, '--tickets=-1', '--bonus=-30', '--reason', '重复')).toMatchObject({ code: 0 });
    expect(await bonusOf(reader.token)).toBe(0);
    expect(await entriesOf(reader.id)).toMatchObject([
      { before: { tickets: 1 }, after: { tickets: 0 } },
      { before: { bonus: 30 }, after: { bonus: 0 } },
    ]);
    await expectSoundLedger(site);
  });

  test('asks above 1,000 coins or bonus and does nothing without a yes', async () => {
    const id = String(reader.id);
    for (const no of [false, null]) {
      answer = no;
      expect(await wallet('adjust', id, '--coins', '1001', '--reason', '补')).toMatchObject({
        code: 1,
        out: expect.stringContaining('  漫币 0 → 1001\n什么也没有做'),
      });
      expect((await wallet('adjust', id, '--bonus', '1', '--tickets', '101', '--reason', '补')).code).toBe(1);
    }
    expect((await wallet('adjust', id, '--coins', '1000', '--reason', '补')).code).toBe(0);
    expect((await wallet('adjust', id, '--coins', '1001', '--reason', '补', '--yes')).out).toContain('现有漫币 2001');
    expect((await wallet('adjust', id, '--coins=-1001', '--reason', '错')).code).toBe(1);
    answer = true;
    expect((await wallet('adjust', id, '--coins=-1001', '--reason', '错')).out).toContain('现有漫币 1000');
    await expectSoundLedger(site);
  });

  test('the exact reverse of an adjustment works after the coins were spent, and the rest becomes a debt', async () => {
    const id = String(reader.id);
    await wallet('adjust', id, '--coins', '500', '--reason', '补');
    await buy('花掉的', 120);
    expect((await wallet('adjust', id, '--coins=-499', '--reason', '错')).out).toContain('漫币不够扣，什么也没有做');
    const { out } = await wallet('adjust', id, '--coins=-500', '--reason', '给错了人');
    expect(out).toMatch(/ {2}漫币 380 → -120，撤回 \d+ 号记录给的，花掉的 120 记为欠，以后得到的漫币先还\n/);
    expect(out).toContain('现有漫币 -120');
    const [reversal, given] = await entriesOf(reader.id);
    expect(reversal).toMatchObject({ undoes: given?.id, before: { coins: 380 }, after: { coins: -120 } });
    // A second adjustment of the same amount is not the reverse.
    expect((await wallet('adjust', id, '--coins=-500', '--reason', '再一次')).out).toContain('漫币不够扣');
    // A later grant pays the debt at once.
    await wallet('adjust', id, '--coins', '20', '--reason', '补');
    const { rows } = await site.pool.query(
      `select a.asset, a.balance from wallet.account a join wallet.wallet w on w.id = a.wallet_id
       where w.reader_id = $1 and a.balance <> 0`,
      [reader.id],
    );
    expect(rows).toEqual([{ asset: 'debt', balance: 100 }]);
    const log = async () =>
      (await site.call(payLog, {}, { token: reader.token })).data?.list.map((one) => [
        one.kind,
        one.coins,
        one.balance.coins,
      ]);
    const inDebt = [
      ['adjust', 20, -100],
      ['adjust', -500, -120],
      ['purchase', -120, 380],
      ['adjust', 500, 500],
    ];
    expect(await log()).toEqual(inDebt);
    await giveTo(site, reader.id, { coins: 200 });
    expect((await wallet('statement', id)).out).toContain(`读者 ${reader.id}：漫币 100`);
    expect(await log()).toEqual([['topup', 200, 100], ...inDebt]);
    await expectSoundLedger(site);
  });

  test('expired bonus can’t be taken, and is not shown', async () => {
    const past = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000);
    await giveTo(site, reader.id, { bonus: 5, now: past(10), expiresAt: past(1) });
    const { code, out } = await wallet('adjust', String(reader.id), '--bonus=-5', '--reason', '错');
    expect([code, out]).toEqual([1, expect.stringMatching(/^赠币不够扣/)]);
  });

  test('an adjustment can be reversed after many other actions', async () => {
    const id = String(reader.id);
    await wallet('adjust', id, '--coins', '7', '--reason', '补');
    const act = { actor: 'x', action: 'ban', reason: 'x', subject: 'reader', subjectId: reader.id } as const;
    await transaction(site.pool, async (tx) => {
      for (let times = 0; times < 50; times++)
        await addEntry(tx, { ...act, before: { banned: false }, after: { banned: true }, undoes: null }, new Date());
    });
    await buy('花掉的七个', 7);
    expect((await wallet('adjust', id, '--coins=-7', '--reason', '错')).out).toContain('漫币 0 → -7，撤回');
  });

  test('a repeated adjustment is made and logged once', async () => {
    const given = {
      asset: 'bonus',
      amount: 5,
      expiresAt: new Date(Date.now() + 86_400_000),
      actor: 'x',
      reason: 'x',
    } as const;
    const key = `adjust:${randomUUID()}`;
    const once = () => transaction(site.pool, (tx) => adjust(tx, reader.id, key, given, new Date()));
    expect([await once(), await once()]).toMatchObject([{ becomes: 5 }, null]);
    expect([await bonusOf(reader.token), (await entriesOf(reader.id)).length]).toEqual([5, 1]);
  });

  test('a reversal first takes the coins of the adjustment, and asks if some of them were spent', async () => {
    const id = String(reader.id);
    await giveTo(site, reader.id, { coins: 100 });
    await wallet('adjust', id, '--coins', '50', '--bonus', '30', '--reason', '补');
    await buy('先花赠币', 20);
    answer = null;
    expect((await wallet('adjust', id, '--bonus=-30', '--reason', '错')).out).toContain('赠币 10 → 0，撤回');
    answer = true;
    expect((await wallet('adjust', id, '--coins=-50', '--bonus=-30', '--reason', '错')).out).toMatch(
      /漫币 150 → 100，撤回 \d+ 号记录给的\n {2}赠币 10 → 0，撤回 \d+ 号记录给的，用掉或过期的 20 收不回来\n/,
    );
    const { rows } = await site.pool.query(
      `select l.cost_fen as cost, l.remaining from wallet.credit_lot l join wallet.account a on a.id = l.account_id
       join wallet.wallet w on w.id = a.wallet_id where w.reader_id = $1 and l.remaining > 0`,
      [reader.id],
    );
    expect(rows).toEqual([{ cost: 1000, remaining: 100 }]);
    await expectSoundLedger(site);
  });

  test.each([
    [['adjust', '1', '--bonus', '100'], '要写原因：--reason'],
    [['adjust', '1', '--reason', 'x'], '要写 --coins、--bonus 或 --tickets'],
    [['adjust', '1', '--bonus', '1.5', '--reason', 'x'], '--bonus 要写一个不为 0 的整数'],
    [['adjust', '1', '--bonus', '1', '--reason', 'x', '--days', '0'], '--days 要写 1 到 3650'],
    [['adjust', '--bonus', '1', '--reason', 'x'], '没有看懂这个命令'],
    [['report', '2026-13'], '月份要写成 2026-11'],
    [['check', '--csv'], '没有看懂这个命令'],
    [[], '没有看懂这个命令'],
  ])('%j is answered with the usage', async (argv, mistake) => {
    const { code, error } = await wallet(...argv);
    expect(code).toBe(2);
    expect(error).toMatch(new RegExp(`^${mistake}。\n\n用法：manyu wallet`));
  });

  test('an unknown reader is reported', async () => {
    expect(await wallet('adjust', 'nobody_here', '--bonus', '1', '--reason', 'x')).toMatchObject({
      code: 1,
      out: '没有「nobody_here」这位读者。\n',
    });
  });
});

describe('statement', () => {
  test('shows every transfer of a reader with the balance, by id or by username', async () => {
    await giveTo(site, reader.id, { coins: 50, bonus: 10 });
    await buy('流水的漫画', 25);
    const { out } = await wallet('statement', String(reader.id));
    expect(out).toContain(`读者 ${reader.id}：漫币 35，赠币 0，阅读券 0\n`);
    expect(
      out
        .split('\n')
        .slice(3)
        .map((line) => line.replace(/^\S+ \S+ +/, '').split(/ +/)),
    ).toEqual([
      ['充值', '漫币', '+50', '50'],
      ['赠送', '赠币', '+10', '10'],
      ['购买', '赠币', '-10', '0', '《流水的漫画》1'],
      ['购买', '漫币', '-15', '35', '《流水的漫画》1'],
      [''],
    ]);
    const { id } = await withPassword(site, 'has_no_wallet', 'Tr0ub4dor&3-x');
    expect((await wallet('statement', 'HAS_no_wallet')).out).toBe(`读者 ${id}：漫币 0，赠币 0，阅读券 0\n`);
  });
});

describe('report', () => {
  test('sums up a month, with readers’ balances and every comic', async () => {
    const month = new Intl.DateTimeFormat('sv', {
      timeZone: 'Asia/Shanghai',
      year: 'numeric',
      month: '2-digit',
    }).format(new Date());
    await giveTo(site, reader.id, { coins: 100, bonus: 10 });
    const comicId = await buy('=公式,"漫画"', 30);
    const { out } = await wallet('report', month);
    expect(out).toMatch(/月初结余 +0 +0 +0 +0\.00\n/);
    expect(out).toMatch(new RegExp(`${comicId} +=公式,"漫画" +1 +20 +10 +0\n`));
    const sums = (name: string) =>
      new RegExp(`\n${name} +(-?\\d+) +(-?\\d+) +(-?\\d+)`).exec(out)?.slice(1, 4).map(Number) ?? [];
    const moved = ['售出', '赠送', '消费', '过期', '调整', '注销放弃'].map(sums);
    expect(sums('月末结余')).toEqual(
      [0, 1, 2].map((asset) => moved.reduce((sum, line) => sum + (line[asset] ?? 0), 0)),
    );
    const csv = (await wallet('report', month, '--csv')).out;
    expect(csv.startsWith('\ufeff月份,项目,漫币,赠币,阅读券,金额（元）\r\n')).toBe(true);
    expect(csv).toContain(`${month},${comicId},"'=公式,""漫画""",1,20,10,0\r\n`);
  });

  test('a month without transfers is empty', async () => {
    expect((await wallet('report', '2020-01')).out).toContain('这个月没有卖出。');
  });
});

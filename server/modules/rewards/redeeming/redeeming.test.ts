import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { userDelete, userExport, userTeen } from '#contract/calls/account';
import { redeem } from '#contract/calls/redeeming';
import { userInfo } from '#contract/calls/session';
import { config } from '#contract/calls/site';
import { payLog } from '#contract/calls/wallet';
import * as codes from '#contract/codes';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { effortlessProof } from '../../../../testing/app/proofs.ts';
import { newAddress, newVisitor, ownCode, readersInBulk, signedIn } from '../../../../testing/factories/readers.ts';
import { addBatch, addCode, redeeming, stop } from '../../../../testing/factories/redeeming.ts';
import { expectSoundRewards } from '../../../../testing/factories/rewards.ts';
import { expectSoundLedger } from '../../../../testing/factories/wallets.ts';
import { checkPasses } from '../../membership/membership.ts';

const NOW = new Date('2026-11-23T12:00:00+08:00');
const HOUR_MS = 3600 * 1000;
/** 16 characters with a check digit, which this site has never made. */
const UNKNOWN = '0123-4567-89AB-CDEZ';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
beforeEach(() => site.setTime(NOW));
afterEach(async () => {
  await expectSoundRewards(site);
  await expectSoundLedger(site);
});
afterAll(() => site.close());

async function newReader(): Promise<{ id: number; token: string }> {
  const [reader = { id: 0, token: '' }] = await readersInBulk(site, 1);
  return reader;
}
const me = async (token: string) => (await site.call(userInfo, { token }, { token })).data;

test('a code brings coins, bonus and tickets once, as one line of the records', async () => {
  const { token } = await newReader();
  const code = await addCode(site, { coins: 60, bonus: 6, tickets: 2, priceFen: 550, validDays: 7 });
  const key = randomUUID();
  const { data } = await site.call(redeem, { code, key }, { token });
  expect(data).toEqual({
    coins: 60,
    bonus: 6,
    tickets: 2,
    expiresAt: '2026-11-30T04:00:00.000Z',
    balances: { coins: 60, bonus: 6, tickets: 2 },
  });
  expect((await site.call(payLog, {}, { token })).data?.list).toMatchObject([
    { kind: 'redeem', title: '兑换码', coins: 60, bonus: 6, tickets: 2 },
  ]);
  site.setTime(new Date('2026-11-24T12:00:00+08:00'));
  expect((await site.call(redeem, { code, key }, { token })).data).toEqual(data);
  expect(await redeeming(site, token, code)).toBe(codes.redeemCodeUsed);
  expect(await redeeming(site, (await newReader()).token, code)).toBe(codes.redeemCodeUsed);
  expect(await me(token)).toMatchObject({ coins: 60, bonus: 6, tickets: 2 });
});

test('a code brings days of 月卡 once, which follow those that the reader has', async () => {
  const { token } = await newReader();
  const [first, second] = (await addBatch(site, { count: 2, passDays: 7, priceFen: 990 })).codes as [string, string];
  const key = randomUUID();
  const { data } = await site.call(redeem, { code: first, key }, { token });
  expect(data).toMatchObject({ coins: 0, bonus: 0, tickets: 0, passDays: 7, expiresAt: null });
  expect((await site.call(redeem, { code: first, key }, { token })).data).toEqual(data);
  expect(await redeeming(site, token, first)).toBe(codes.redeemCodeUsed);
  expect((await me(token))?.pass).toEqual({ until: '2026-11-29T16:00:00.000Z' });
  expect(await redeeming(site, token, second)).toMatchObject({ passDays: 7 });
  expect((await me(token))?.pass).toEqual({ until: '2026-12-06T16:00:00.000Z' });
  expect((await checkPasses(site.pool)).broken).toEqual([]);
});

test('coins alone do not expire', async () => {
  const { token } = await newReader();
  const { data } = await site.call(redeem, { code: await addCode(site, { coins: 5 }), key: randomUUID() }, { token });
  expect(data).toMatchObject({ coins: 5, expiresAt: null });
});

test('the same key with another code is refused, and the other code stays unused', async () => {
  const { token } = await newReader();
  const [first, second] = [await addCode(site), await addCode(site)];
  const key = randomUUID();
  await redeeming(site, token, first, { key });
  expect(await redeeming(site, token, second, { key })).toBe(codes.invalidField);
  expect(await redeeming(site, token, second)).toMatchObject({ bonus: 10 });
});

test('a key of one reader means nothing for another', async () => {
  const [one, other] = [await newReader(), await newReader()];
  const key = randomUUID();
  await redeeming(site, one.token, await addCode(site), { key });
  expect(await redeeming(site, other.token, await addCode(site), { key })).toMatchObject({ bonus: 10 });
});

test('a code works in lower case, with spaces, in full width, with all of these, and without its dashes', async () => {
  const { token } = await newReader();
  const wide = (code: string) =>
    code.replace(/[\dA-Z-]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
  const ways = [
    (code: string) => code.toLowerCase(),
    (code: string) => `  ${code.replaceAll('-', ' ')}\n`,
    wide,
    (code: string) => `\u3000${wide(code).toLowerCase().replaceAll('－', '\u3000')} `,
    (code: string) => code.replaceAll('-', '').replaceAll('0', 'o').replaceAll('1', 'l'),
  ];
  for (const way of ways) expect(await redeeming(site, token, way(await addCode(site)))).toMatchObject({ bonus: 10 });
});

test('an anonymous reader must log in, and in 未成年人模式 no code can be used', async () => {
  const code = await addCode(site);
  expect(await redeeming(site, await newVisitor(site), code)).toBe(codes.loginRequired);
  const { token } = await newReader();
  await site.call(userTeen, { on: true, pin: '2580' }, { token });
  expect(await redeeming(site, token, code)).toBe(codes.teenModeForbids);
});

test('a code can be used from the first midnight of Shanghai on until before the last one', async () => {
  const [validFrom, validUntil] = [new Date('2026-11-10T00:00:00+08:00'), new Date('2026-11-12T00:00:00+08:00')];
  const { codes: made } = await addBatch(site, { count: 4, validFrom, validUntil });
  const { token } = await newReader();
  const at = async (time: Date, code = '') => {
    site.setTime(time);
    return redeeming(site, token, code);
  };
  const before = new Date(validFrom.getTime() - 1);
  expect(await at(before, made[0])).toBe(codes.redeemCodeEarly);
  const early = await site.call(redeem, { code: made[0] ?? '', key: randomUUID() }, { token });
  expect(early.data).toEqual({ from: '2026-11-09T16:00:00.000Z' });
  expect(await at(validFrom, made[0])).toMatchObject({ bonus: 10 });
  expect(await at(new Date(validUntil.getTime() - 1), made[1])).toMatchObject({ bonus: 10 });
  expect(await at(validUntil, made[2])).toBe(codes.redeemCodeEnded);
  // A used one still answers so.
  expect(await at(validUntil, made[1])).toBe(codes.redeemCodeUsed);
});

test('codes of a stopped batch are void, and used ones stay used', async () => {
  const { id, codes: made } = await addBatch(site, { count: 2 });
  const { token } = await newReader();
  const key = randomUUID();
  await redeeming(site, token, made[0] ?? '', { key });
  await stop(site, id, NOW);
  expect(await redeeming(site, token, made[1] ?? '')).toBe(codes.redeemCodeEnded);
  expect(await redeeming(site, token, made[0] ?? '', { key })).toMatchObject({ bonus: 10 });
  expect(await me(token)).toMatchObject({ bonus: 10 });
});

test('a reader uses as many codes of a batch as it allows', async () => {
  const { codes: made } = await addBatch(site, { count: 3, usesPerReader: 2 });
  const [one, other] = [await newReader(), await newReader()];
  const use = ({ token }: { token: string }, index: number) => redeeming(site, token, made[index] ?? '');
  expect([await use(one, 0), await use(one, 1)]).toMatchObject([{ bonus: 10 }, { bonus: 10 }]);
  expect(await use(one, 2)).toBe(codes.redeemCodeLimit);
  expect(await use(other, 2)).toMatchObject({ bonus: 10 });
});

test('after ten wrong codes of a reader in a day each try needs a proof of work, also one with a right code', async () => {
  const { token } = await newReader();
  const right = await addCode(site);
  const used = await addCode(site);
  await redeeming(site, (await newReader()).token, used);
  const attempt = (code: string, proof?: string) =>
    redeeming(site, token, code, { remoteAddress: newAddress(), ...(proof && { proof }) });
  // A used code is no guess.
  expect(await attempt(used)).toBe(codes.redeemCodeUsed);
  for (let wrong = 0; wrong < 10; wrong++)
    expect(await attempt(wrong % 2 === 0 ? UNKNOWN : 'abc')).toBe(codes.redeemCodeUnknown);
  expect(await attempt(right)).toBe(codes.proofRequired);
  expect(await attempt(right, await effortlessProof(site, 'login', 1))).toBe(codes.proofRequired);
  const proof = await effortlessProof(site, 'redeem', 1);
  expect(await attempt(UNKNOWN, proof)).toBe(codes.redeemCodeUnknown);
  expect(await attempt(right, proof)).toBe(codes.proofRequired);
  expect(await attempt(right, await effortlessProof(site, 'redeem', 1))).toMatchObject({ bonus: 10 });
});

test('after thirty wrong codes from an address each try from there needs a proof of work', async () => {
  const readers = await readersInBulk(site, 5);
  const remoteAddress = newAddress();
  for (let wrong = 0; wrong < 30; wrong++)
    expect(await redeeming(site, readers[wrong % 4]?.token ?? '', UNKNOWN, { remoteAddress })).toBe(
      codes.redeemCodeUnknown,
    );
  const code = await addCode(site);
  const token = readers[4]?.token ?? '';
  expect(await redeeming(site, token, code, { remoteAddress })).toBe(codes.proofRequired);
  expect(await redeeming(site, token, code, { remoteAddress: newAddress() })).toMatchObject({ bonus: 10 });
});

test('the site says whether codes can be used, and nothing before there was one', async () => {
  const other = await startTestApp({ now: NOW });
  const isOpen = async (now: Date) => {
    other.setTime(now);
    return (await other.call(config, { platform: 'pc' })).data?.redeem;
  };
  expect(await isOpen(NOW)).toBeUndefined();
  const [validFrom, validUntil] = [NOW, new Date(NOW.getTime() + 2 * HOUR_MS)];
  const { id } = await addBatch(other, { validFrom, validUntil });
  await other.caughtUp();
  const moments = [-1, 0, 2 * HOUR_MS - 1, 2 * HOUR_MS].map((ms) => new Date(NOW.getTime() + ms));
  for (const [index, shown] of [false, true, true, false].entries())
    expect(await isOpen(moments[index] ?? NOW)).toBe(shown);
  await stop(other, id, NOW);
  await other.caughtUp();
  expect(await isOpen(NOW)).toBe(false);
  await other.close();
});

test('an export has the used codes; an erasure keeps the record without the reader', async () => {
  const reader = await signedIn(site);
  const { id, codes: made } = await addBatch(site, { coins: 8, bonus: 1, priceFen: 80 });
  await redeeming(site, reader.token, made[0] ?? '');
  const { data } = await site.call(userExport, {}, { token: reader.token });
  expect(data).toMatchObject({
    rewards: { redeemCodes: [{ coins: 8, bonus: 1, tickets: 0, priceFen: 80, usedAt: NOW.toISOString() }] },
  });
  const code = await ownCode(site, reader, 'delete');
  await site.call(userDelete, { code }, { token: reader.token, remoteAddress: newAddress() });
  await site.sweep(new Date(NOW.getTime() + 8 * 24 * HOUR_MS));
  const { rows } = await site.pool.query(
    'select reader_id as reader, used_at as at from rewards.redeem_code where batch_id = $1',
    [id],
  );
  expect(rows).toEqual([{ reader: null, at: NOW }]);
});

test('no code and no part of one is stored', async () => {
  const { codes: made } = await addBatch(site, { count: 20 });
  const { rows } = await site.pool.query<{ text: string }>('select c::text as text from rewards.redeem_code c');
  const stored = rows.map(({ text }) => text).join('\n');
  for (const code of made) expect(stored).not.toContain(code.slice(0, 4 + 1 + 4).replace('-', ''));
  expect(new Set(made).size).toBe(20);
});

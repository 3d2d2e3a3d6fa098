import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { signedIn } from '../../../../testing/factories/readers.ts';
import { orderBy, press } from '../../../../testing/factories/shop.ts';
import { shanghaiDay } from '../../../core/time/shanghai-day.ts';
import { listEntries } from '../../../modules/audit/audit.ts';
import { runOrders } from './orders.ts';
import { readOrdersArgs } from './orders-args.ts';
import type { RefundContext } from './refund.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

let answer: boolean | null = null;
const context = (stdout: RefundContext['stdout']): RefundContext => ({
  pool: site.pool,
  clock: () => new Date(),
  stdout,
  confirm: async () => answer,
});

async function orders(...argv: string[]): Promise<{ code: number; out: string }> {
  let out = '';
  const stdout = {
    write(text: string) {
      out += text;
    },
  };
  const args = readOrdersArgs(argv, { stdout, stderr: stdout });
  return { code: typeof args === 'number' ? args : await runOrders(args, context(stdout)), out };
}

test('orders are listed, the latest first, and shown with their payments and refunds', async () => {
  expect(await orders()).toEqual({ code: 0, out: '还没有订单。\n' });
  const { id, token } = await signedIn(site);
  const [twice, open] = [await orderBy(site, token), await orderBy(site, token)];
  await press(site, twice.cashier, 'twice');
  const { out } = await orders('list');
  const lines = out.trimEnd().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(new RegExp(`^${open.orderId} .* 待付款  ¥6.00  60 漫币  sandbox  读者 ${id}$`));
  expect(lines[1]).toMatch(new RegExp(`^${twice.orderId} .* 已到账 `));
  expect((await orders('list', '--open')).out.trimEnd().split('\n')).toHaveLength(1);
  const shown = await orders('show', twice.orderId);
  expect(shown.code).toBe(0);
  expect(shown.out).toContain('赠币：已给 30');
  expect(shown.out).toMatch(/付款：.*¥6.00 {2}交易号 \w{32} {2}已到账\n付款：.* 退回\n退款：.*付了两次，退款/);
  expect((await orders('show', open.orderId)).out).toMatch(/赠币：0，首次充值再加 30\n付款截止：/);
});

describe('a refund', () => {
  const REASON = ['--reason', '读者要求'];
  async function granted() {
    const { token } = await signedIn(site);
    const { orderId, cashier } = await orderBy(site, token);
    await press(site, cashier, 'pay');
    return orderId;
  }

  test('is previewed, asked about, and done after a yes', async () => {
    const orderId = await granted();
    const refund = () => orders('refund', orderId, '--coins-back', '--partial', '1.99', ...REASON);
    answer = false;
    const refused = await refund();
    expect(refused.code).toBe(1);
    expect(refused.out).toContain('退款：¥1.99，经 sandbox 退回付款的账户；之后还可以退 ¥4.01\n');
    expect(refused.out).toContain('这笔钱当初给了 19 漫币、9 赠币（按金额的比例');
    expect(refused.out).toMatch(/什么也没有做。\n$/);
    answer = null;
    expect((await refund()).out).toContain('要写 --yes');
    expect((await orders('show', orderId)).out).not.toContain('退款：');
    answer = true;
    const done = await refund();
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining(`已登记退款 ${orderId}-R1：¥1.99。`) });
    const [entry, ...others] = await listEntries(site.pool, Number.MAX_SAFE_INTEGER, 10);
    const act = { actor: userInfo().username, action: 'refund', subject: 'order', reason: '读者要求' };
    const after = { refunded: 199, currency: 'CNY', refund: `${orderId}-R1`, takes_back: true };
    expect(entry).toMatchObject({ ...act, before: { refunded: 0 }, after });
    expect(others).toEqual([]);
    await site.app.runFrequentJobs();
    expect((await orders('show', orderId)).out).toMatch(
      /退款：.*¥1.99 .*人工退款，已退款（试过 1 次）\n　　　读者要求（.+）\n　　　收回 19 漫币、9 赠币\n/,
    );
  });

  test('that keeps the coins needs no confirmation, and is refused beyond the paid amount', async () => {
    const orderId = await granted();
    answer = null;
    const { code, out } = await orders('refund', orderId, '--keep', '--yes', ...REASON);
    expect(code).toBe(0);
    expect(out).toContain('收回：不收回');
    expect(await orders('refund', orderId, '--keep', '--yes', ...REASON)).toEqual({
      code: 1,
      out: '不能退：这笔钱已经全部退了，或正在退，或因争议冻结着。\n',
    });
    const part = await granted();
    expect((await orders('refund', part, '--keep', '--partial', '6.01', ...REASON)).out).toBe(
      '不能退这么多：还可以退 ¥6.00。\n',
    );
    const { token } = await signedIn(site);
    const open = await orderBy(site, token);
    expect((await orders('refund', open.orderId, '--keep', ...REASON)).out).toContain('这张订单待付款');
  });

  test.each([
    [[], '要写 --coins-back'],
    [['--keep', '--coins-back'], '写一个'],
    [['--keep'], '要写原因'],
    [['--keep', '--partial', '0', ...REASON], '--partial 要写金额'],
    [['--keep', '--partial', '1.234', ...REASON], '--partial 要写金额'],
    [['--keep', '--day', '2026-11-22', ...REASON], '没有看懂这个命令'],
  ])('with %j is wrong usage', async (options, says) => {
    expect(await orders('refund', 'x', ...options)).toMatchObject({ code: 2, out: expect.stringContaining(says) });
  });
});

test('orders are found by state, reader and day', async () => {
  const { id, token } = await signedIn(site);
  const { orderId } = await orderBy(site, token);
  const found = async (...options: string[]) => (await orders('list', '--reader', String(id), ...options)).out;
  const today = shanghaiDay(new Date());
  for (const options of [[], ['--state', 'created'], ['--state', '待付款'], ['--day', today]])
    expect(await found(...options)).toMatch(new RegExp(`^${orderId} .*\n$`));
  for (const options of [
    ['--state', 'granted'],
    ['--day', '2025-01-01'],
  ])
    expect(await found(...options)).toBe('没有这样的订单。\n');
  expect(await orders('list', '--reader', 'nobody')).toEqual({ code: 1, out: '没有「nobody」这位读者。\n' });
});

describe('wrong usage', () => {
  test('an unknown order number', async () => {
    expect(await orders('show', 'x')).toEqual({ code: 1, out: '没有「x」这张订单。\n' });
  });

  test.each([
    [['refund']],
    [['show']],
    [['list', 'x']],
    [['list', '--before', 'x']],
    [['list', '--state', 'x']],
    [['list', '--open', '--state', 'paid']],
    [['list', '--day', '2026-02-30']],
    [['list', '--yes']],
    [['show', 'x', 'y']],
    [['--nothing']],
  ])('%j', async (argv) => {
    expect(await orders(...argv)).toMatchObject({ code: 2, out: expect.stringContaining('用法：') });
  });

  test('help', async () => {
    expect(await orders('--help')).toMatchObject({ code: 0, out: expect.stringContaining('manyu orders') });
  });
});

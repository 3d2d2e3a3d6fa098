import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { signedIn } from '../testing/readers.ts';
import { orderBy, press } from '../testing/shop.ts';
import { readOrdersUsage, runOrders } from './orders.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

async function orders(...args: string[]): Promise<{ code: number; out: string }> {
  let out = '';
  const stdout = {
    write(text: string) {
      out += text;
    },
  };
  const usage = readOrdersUsage(args, { stdout, stderr: stdout });
  return { code: typeof usage === 'number' ? usage : await runOrders(usage, { pool: site.pool, stdout }), out };
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

describe('what is no command', () => {
  test('a number that there is none of', async () => {
    expect(await orders('show', 'x')).toEqual({ code: 1, out: '没有「x」这张订单。\n' });
  });

  test.each([
    [['refund']],
    [['show']],
    [['list', 'x']],
    [['list', '--before', 'x']],
    [['show', 'x', 'y']],
    [['--nothing']],
  ])('%j', async (args) => {
    expect(await orders(...args)).toMatchObject({ code: 2, out: expect.stringContaining('用法：') });
  });

  test('help', async () => {
    expect(await orders('--help')).toMatchObject({ code: 0, out: expect.stringContaining('npm run orders') });
  });
});

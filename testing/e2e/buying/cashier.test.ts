import { expect, test } from 'vitest';
import { openSite, PHONE } from '../steps/app.ts';

const { openPage, url, answerWith } = openSite(async () => undefined);

test.each([
  { width: 360, sold: 3, inLastRow: 1 },
  { width: 768, sold: 3, inLastRow: 3 },
  { width: 768, sold: 5, inLastRow: 1 },
  { width: 768, sold: 6, inLastRow: 3 },
])(
  'at $width px $sold packages of one width fill their rows, and no line of the limits covers another',
  async (shown) => {
    const page = await openPage({ ...PHONE, viewport: { width: shown.width, height: 740 } });
    const prices = [{ currency: 'CNY', amount: 600 }];
    const item = { title: '漫币', cash: 600, coins: 60, prices, bonus: 0, badge: '', first: 30 };
    const items = Array.from({ length: shown.sold }, (_, id) => ({ ...item, id: id + 1 }));
    const beyond = { ...item, id: 9, cash: 12_800 };
    const pass = { items: [{ id: 31, title: '月卡 30 天', days: 30, cash: 1500, prices, badge: '' }], comics: 1 };
    const channels = [{ id: 'alipay', name: '支付宝', icon: 'alipay', currency: 'CNY', test: false }];
    const limits = { order: 5000, day: 20_000, today: 18_500 };
    const data = { items: [...items, beyond], pass, channels, limits, bonusDays: 90 };
    await answerWith(page, 'charge/item', { status: 1, message: 'success', code: 0, data });
    await page.goto(url('/payment'));
    const boxesOf = async (name: string) => {
      const cards = page.getByRole('group', { name }).locator('label');
      return cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().toJSON() as DOMRect));
    };
    await page.getByText('今天还能充 ¥185').waitFor();
    const boxes = await boxesOf('选择金额');
    const [last] = boxes.slice(-1);
    const right = Math.max(...boxes.map((box) => box.right));
    expect(boxes.filter(({ top }) => top === last?.top)).toHaveLength(shown.inLastRow);
    expect(last?.right).toBeCloseTo(right, 0);
    // No card is wider than another.
    for (const { width } of boxes) expect(width).toBeCloseTo(last?.width ?? 0, 0);
    expect((await boxesOf('月卡'))[0]?.right).toBeCloseTo(right, 0);
    const [limit, choice] = await page
      .getByRole('region', { name: '充值限额' })
      .locator('p')
      .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().toJSON() as DOMRect));
    expect(choice?.top).toBeGreaterThanOrEqual(limit?.bottom ?? Number.POSITIVE_INFINITY);
  },
);

import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EditorialBench, openEditorialBench } from '../../../testing/factories/editorial-bench.ts';

let bench: EditorialBench;
const folder = join(tmpdir(), `manyu-economy-${process.pid}-${Date.now()}`);
beforeAll(async () => {
  bench = await openEditorialBench(folder, [
    { name: '支付宝', currency: 'CNY' },
    { name: 'Stripe', currency: 'USD' },
  ]);
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true, force: true });
});

/** Each line: a mistake in the items for sale or the gifts, the file, and the sentences that report it. */
const WRONG: [what: string, text: string, sentences: RegExp[]][] = [
  [
    'money written in other ways, or out of all bounds',
    `packages:\n${[
      '-6',
      '1e1',
      '6.505',
      '06',
      '六',
      '0',
      '0.00',
      '100000.01',
      '9999999',
      '[6]',
      '6,5',
      '6.',
      '.5',
      '0x10',
      '""',
    ]
      .map(
        (price, index) =>
          `  - {id: ${index + 1}, title: 甲, price: ${price.includes(',') ? `"${price}"` : price}, coins: 60}`,
      )
      .join('\n')}`,
    Array.from(
      { length: 15 },
      (_, index) =>
        new RegExp(`第 ${index + 2} 行 packages 第 ${index + 1} 项「price」：(要写金额（元），如 6 或 6.50|不能是 0)`),
    ),
  ],
  [
    'packages of coins and 月卡 at once, of neither, and 月卡 with bonus',
    'packages:\n  - {id: 1, title: 甲, price: 6, coins: 60, days: 30}\n  - {id: 2, title: 乙, price: 6}\n  - {id: 3, title: 丙, price: 6, days: 30, bonus: 1, firstBonus: 2}\n  - {id: 4, title: 丁, price: 6, days: 3661}',
    [
      /第 2 行 packages 第 1 项.*：coins 与 days 要写且只能写一个：漫币或月卡的天数/,
      /第 3 行 packages 第 2 项.*：coins 与 days 要写且只能写一个/,
      /第 4 行 .*「bonus」：卖月卡（days）时不能写/,
      /第 4 行 .*「firstBonus」：卖月卡（days）时不能写/,
      /第 5 行 .*「days」：要写 1 到 3660 的整数/,
    ],
  ],
  [
    'packages that give nothing, too much, or have a number that is taken',
    'packages:\n  - {id: 1, title: 甲, price: 6, coins: 0}\n  - {id: 1, title: 乙, price: 6, coins: 60.5, bonus: -1, badge: 特别特别特别特别划算}\n  - {id: 2, title: 丙, price: 6, coins: 99999999, firstBonus: 1e99, start: 2026-11-02, end: 2026-11-01}',
    [
      /第 2 行 packages 第 1 项「coins」：要写 1 到 10000000 的整数/,
      /第 3 行 .*「id」：「1」写了两次/,
      /第 3 行 .*「coins」：要写 1 到/,
      /第 3 行 .*「bonus」：要写 0 到/,
      /第 3 行 .*「badge」：不能超过 8 个字/,
      /第 4 行 .*「coins」：要写 1 到/,
      /第 4 行 .*「firstBonus」：要写 0 到/,
      /第 4 行 .*「end」：结束时间要晚于开始时间/,
    ],
  ],
  [
    'prices in currencies that nobody takes, in parts of the smallest unit, or of nothing',
    `packages:\n${[
      '{USD: 1.499}',
      '{JPY: 150.5}',
      '{USD: 0, JPY: 0}',
      '{usd: 1.49}',
      '{CNY: 6}',
      '{USD: 1000000}',
      '1.49',
      '{USD: [1]}',
    ]
      .map((prices, index) => `  - {id: ${index + 1}, title: 甲, price: 6, coins: 60, prices: ${prices}}`)
      .join('\n')}`,
    [
      /第 2 行 packages 第 1 项「prices」「USD」：要写 USD 的金额，如 1.49/,
      /第 3 行 .*「JPY」：要写 JPY 的金额，是整数/,
      /第 4 行 .*「USD」：要写 USD 的金额/,
      /第 4 行 .*「JPY」：要写 JPY 的金额/,
      /第 5 行 .*「prices」「usd」：没有这个币种/,
      /第 6 行 .*「prices」「CNY」：没有这个币种，人民币写在 price 里/,
      /第 7 行 .*「USD」：要写 USD 的金额，.*最多八位数/,
      /第 8 行 .*「prices」：要写成「币种: 金额」/,
      /第 9 行 .*「USD」：要写 USD 的金额/,
    ],
  ],
  [
    'discounts that do not get better with more chapters',
    'discounts:\n  - {chapters: 10, percent: 90}\n  - {chapters: 10, percent: 80}\n  - {chapters: 50, percent: 80}\n  - {chapters: 1, percent: 100}\n  - {chapters: 201, percent: 0}',
    [
      /第 3 行 discounts 第 2 项「chapters」：要比上一项多/,
      /第 4 行 discounts 第 3 项「percent」：要比上一项低/,
      /第 5 行 .*「chapters」：要写 2 到 200/,
      /第 5 行 .*「percent」：要写 1 到 99/,
      /第 6 行 .*「chapters」：要写 2 到 200/,
      /第 6 行 .*「percent」：要写 1 到 99/,
    ],
  ],
  [
    'discounts of 月卡 that are not one, or for nobody',
    'discounts:\n  - {pass: true, percent: 80}\n  - {pass: true, percent: 70}\n  - {pass: true, chapters: 5, percent: 60}\n  - {percent: 50}',
    [
      /第 3 行 discounts 第 2 项「pass」：只能有一项/,
      /第 4 行 discounts 第 3 项「pass」：只能有一项/,
      /第 4 行 discounts 第 3 项「chapters」：月卡的折扣不写话数/,
      /第 5 行 discounts 第 4 项.*：要写 chapters，或者 pass: true/,
    ],
  ],
  [
    'limits that nobody can read',
    'limits:\n  adult: {order: 500, day: 200}\n  undeclared: {order: -1, days: 5}\n  minor: {}',
    [
      /第 2 行 limits「adult」「order」：不能超过 day/,
      /第 3 行 limits「undeclared」「order」：要写金额/,
      /第 3 行 limits「undeclared」「days」：没有这个字段/,
      /第 4 行 limits「minor」：没有这个字段/,
    ],
  ],
  [
    'gifts for nobody in particular, of nothing, of everything',
    `gifts:
  - {id: 1, title: 甲, bonus: 5, validDays: 30, start: 2026-11-01, end: 2026-12-01}
  - {id: 1, title: 甲, to: all, readers: [1], bonus: 5, tickets: 1, validDays: 30, start: 2026-11-01, end: 2026-11-01}
  - {id: 2, title: 甲, to: new, validDays: 0, start: 2026-11-01, end: 2026-12-01}
  - {id: 3, title: 甲, to: all, days: 3, bonus: 5, validDays: 30, start: 2026-11-01, end: 2026-12-01}
  - {id: 4, title: 甲, to: returning, days: 6, tickets: 1, validDays: 30, start: 2026-11-01}
  - {id: 5, title: 甲, to: some, days: 3, bonus: 1000001, validDays: 30, start: 2026-11-01, end: 2026-12-01}
  - {id: 6, title: 甲, readers: [5, -5, 0.5, 张三], bonus: 5, validDays: 30, start: 2026-11-01, end: 2026-12-01}
  - {id: 7, title: 甲, readers: [], bonus: 5, validDays: 30, start: 2026-11-01, end: 2026-12-01}`,
    [
      /第 2 行 gifts 第 1 项：to 与 readers 要写且只能写一个/,
      /第 3 行 gifts 第 2 项「id」：「1」写了两次/,
      /第 3 行 gifts 第 2 项：to 与 readers 要写且只能写一个/,
      /第 3 行 gifts 第 2 项：bonus 与 tickets 要写且只能写一个/,
      /第 3 行 .*「end」：结束时间要晚于开始时间/,
      /第 4 行 gifts 第 3 项：to 是 new 时要写 days/,
      /第 4 行 gifts 第 3 项：bonus 与 tickets/,
      /第 4 行 .*「validDays」：要写 1 到 3650/,
      /第 5 行 .*「days」：to 是 new 或 returning 时才写 days/,
      /第 6 行 .*「days」：不能少于 7 天/,
      /第 6 行 .*「end」：缺少这个字段/,
      /第 7 行 .*「to」：只能是 all、new、returning/,
      /第 7 行 .*「bonus」：要写 1 到 100000 的整数/,
      /第 8 行 .*「readers」 第 2 项：要写 1 到/,
      /第 8 行 .*「readers」 第 3 项：要写 1 到/,
      /第 8 行 .*「readers」 第 4 项：要写 1 到/,
      /第 9 行 .*「readers」：不能是空的/,
    ],
  ],
  [
    'attendance whose lists do not fit, or give without measure',
    'attendance:\n  bonus: [1, 1, -2, 1.5, 9999]\n  tickets: [0, 0]\n  repairCost: 0\n  bonusDays: 99999\n  gradeBonus: [0, 1]\n  cycle: 7\n  passBonus: 1001',
    [
      /第 2 行 attendance「bonus」 第 3 项：要写 0 到 1000/,
      /第 2 行 attendance「bonus」 第 4 项：要写 0 到 1000/,
      /第 2 行 attendance「bonus」 第 5 项：要写 0 到 1000/,
      /第 3 行 attendance「tickets」：要与 bonus 一样长：bonus 有 5 天，这里有 2 天/,
      /第 4 行 .*「repairCost」：要写 1 到 1000/,
      /第 5 行 .*「bonusDays」：要写 1 到 3650/,
      /第 6 行 .*「gradeBonus」：要写 7 个数/,
      /第 7 行 attendance「cycle」：没有这个字段/,
      /第 8 行 .*「passBonus」：要写 1 到 1000/,
    ],
  ],
  [
    'attendance that is no list at all, or of too many days',
    `attendance:\n  bonus: 5\n  tickets: [${Array.from({ length: 32 }, () => 0).join(', ')}]`,
    [/第 2 行 .*「bonus」：要写成列表/, /第 3 行 .*「tickets」：要写成列表，每天一个数，1 到 31 天/],
  ],
];

test.each(WRONG)('%s: each is reported with line and field, and nothing is applied', async (_what, text, sentences) => {
  const done = await bench.run('apply', await bench.write('site.yaml', `${text}\n`));
  expect(done).toMatchObject({ code: 1, stdout: '' });
  for (const sentence of sentences) expect(done.stderr).toMatch(sentence);
  expect(done.stderr).toContain(`共 ${sentences.length} 处错误，没有应用任何内容。\n`);
  expect((await bench.state()).parts).toEqual([]);
});

test('a price is read to the fen, however it is written', async () => {
  const prices = ['6', '6.5', '6.50', '1.15', '0.01', '4.35', '100000', "'8.20'"];
  const packages = prices.map((price, index) => `  - {id: ${index + 1}, title: 甲, price: ${price}, coins: 1}`);
  const file = await bench.write('prices.yaml', `packages:\n${packages.join('\n')}\n`);
  expect(await bench.run('apply', file)).toMatchObject({ code: 0 });
  const { rows } = await bench.site.pool.query<{ body: { cashFen: number }[] }>('select body from editorial.part');
  expect(rows[0]?.body.map(({ cashFen }) => cashFen)).toEqual([600, 650, 650, 115, 1, 435, 10_000_000, 820]);
});

test('prices in other currencies are in their smallest unit, and packages without a price in the currency of a channel are reported', async () => {
  const [first, second] = ['{id: 1, title: 甲, price: 6, coins: 1', '{id: 2, title: 乙, price: 6, coins: 1'];
  const apply = async (...packages: string[]) =>
    bench.run('apply', await bench.write('prices.yaml', `packages:\n  - ${packages.join('\n  - ')}\n`), '--dry-run');
  const warning = '注意：Stripe收 USD，没有写 USD 价的商品';
  expect(await apply(`${first}}`, `${second}}`)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(`${warning}都不由它卖，所以读者看不到它：「甲」、「乙」`),
  });
  const some = await apply(`${first}, prices: {USD: 1.49}}`, `${second}, prices: {JPY: 150}}`);
  expect(some).toMatchObject({ code: 0, stderr: expect.stringContaining(`${warning}不由它卖：「乙」`) });
  const all = [`${first}, prices: {USD: 1.5, JPY: 150}}`, `${second}, prices: {KRW: 9900, USD: 0.07}}`];
  expect(await apply(...all)).toMatchObject({ code: 0, stderr: '' });
  const file = await bench.write('all.yaml', `packages:\n  - ${all.join('\n  - ')}\n`);
  expect(await bench.run('apply', file)).toMatchObject({ code: 0, stderr: '' });
  const { rows } = await bench.site.pool.query<{ body: { prices: object }[] }>(
    `select body from editorial.part where name = 'packages'`,
  );
  expect(rows[0]?.body.map(({ prices }) => prices)).toEqual([
    { JPY: 150, USD: 150 },
    { KRW: 9900, USD: 7 },
  ]);
});

import * as v from 'valibot';
import { LIST_CURRENCY, MINOR_DIGITS, minorDigits } from '#contract/currencies';
import { GRADE_COUNT } from '../../modules/account/account.ts';
import { id, item, line, span, time, title, whole, yesOrNo } from './values.ts';

/** Far above anything sensible: a slip of the keyboard must not give a fortune away. */
const MAX_YUAN = 100_000;
const MAX_COINS = 10_000_000;
const MAX_GIVEN = 100_000;
const MAX_TICKETS = 100;
const MAX_BADGE = 8;
const MAX_DAYS = 3_650;
/** Ten years of 月卡. */
const MAX_PASS_DAYS = 3_660;
const MOST_READERS = 10_000;
/** The maximum number of chapters in one purchase. */
const MOST_CHAPTERS = 200;

const YUAN = `要写金额（元），如 6 或 6.50，不超过 ${MAX_YUAN}`;

/** Yuan as an editor writes them, in fen: read digit by digit, for 1.15 × 100 is not 115. */
const fen = v.pipe(
  v.string(YUAN),
  v.regex(/^(?:0|[1-9]\d{0,5})(?:\.\d{1,2})?$/, YUAN),
  v.transform((text) => {
    const [yuan = '', cents = ''] = text.split('.');
    return Number(`${yuan}${cents.padEnd(2, '0')}`);
  }),
  v.maxValue(MAX_YUAN * 100, YUAN),
);
const price = v.pipe(fen, v.minValue(1, '不能是 0'));
/** A missing field stays unchanged; null is no limit. */
const maybeFen = v.optional(v.nullable(fen));

const WHOLE_CYCLE = '要写成列表，每天一个数，1 到 31 天';
const cycle = (most: number) =>
  v.pipe(v.array(whole(0, most), WHOLE_CYCLE), v.minLength(1, WHOLE_CYCLE), v.maxLength(31, WHOLE_CYCLE));

/** More than this no channel takes. */
const MOST_MINOR = 99_999_999;
const OTHERS = Object.keys(MINOR_DIGITS).filter((code) => code !== LIST_CURRENCY);

/** As written, in the smallest unit: read digit by digit too. */
function amountIn(currency: string) {
  const digits = minorDigits(currency);
  const what = `要写 ${currency} 的金额，${digits > 0 ? '如 1.49' : '是整数，如 150'}，不能是 0，最多八位数`;
  return v.pipe(
    v.string(what),
    v.regex(digits > 0 ? new RegExp(`^(?:0|[1-9]\\d{0,7})(?:\\.\\d{1,${digits}})?$`) : /^[1-9]\d{0,8}$/, what),
    v.transform((text) => {
      const [whole = '', fraction = ''] = text.split('.');
      return Number(`${whole}${fraction.padEnd(digits, '0')}`);
    }),
    v.minValue(1, what),
    v.maxValue(MOST_MINOR, what),
  );
}
const prices = v.optional(
  v.strictObject(Object.fromEntries(OTHERS.map((code) => [code, v.optional(amountIn(code))])), ({ expected }) =>
    expected === 'never'
      ? `没有这个币种，人民币写在 price 里，其他的有 ${OTHERS.join('、')}`
      : '要写成「币种: 金额」，如 {USD: 1.49}',
  ),
);

/** Within a field, missing and unknown names are reported too. */
const group = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, ({ expected, received }) => {
    if (expected === 'never') return '没有这个字段';
    return received === 'undefined' ? '缺少这个字段' : '要写成「字段: 内容」';
  });
const spendingLimit = v.optional(group({ order: maybeFen, day: maybeFen }));

/** The items for sale and the gifts. */
export const ECONOMY_ITEMS = {
  packages: item({
    id,
    title,
    price,
    prices,
    coins: v.optional(whole(1, MAX_COINS)),
    days: v.optional(whole(1, MAX_PASS_DAYS)),
    bonus: v.optional(whole(0, MAX_COINS), 0),
    firstBonus: v.optional(whole(0, MAX_COINS), 0),
    badge: v.optional(line(MAX_BADGE), ''),
    ...span,
  }),
  discounts: item({
    chapters: v.optional(whole(2, MOST_CHAPTERS)),
    percent: whole(1, 99),
    pass: v.exactOptional(yesOrNo),
  }),
  gifts: item({
    id,
    title,
    to: v.optional(v.picklist(['all', 'new', 'returning'], '只能是 all、new、returning')),
    days: v.optional(whole(1, MAX_DAYS)),
    readers: v.optional(
      v.pipe(
        v.array(whole(1, Number.MAX_SAFE_INTEGER), '要写成列表，每行一个读者编号'),
        v.minLength(1, '不能是空的'),
        v.maxLength(MOST_READERS, `最多 ${MOST_READERS} 位读者`),
      ),
    ),
    bonus: v.optional(whole(1, MAX_GIVEN)),
    tickets: v.optional(whole(1, MAX_TICKETS)),
    validDays: whole(1, MAX_DAYS),
    start: time,
    end: time,
  }),
};

export const LIMITS = item({ adult: spendingLimit, undeclared: spendingLimit });

/** A missing field stays unchanged; null is the default. */
export const ATTENDANCE = item({
  bonus: v.optional(cycle(1_000)),
  tickets: v.optional(cycle(10)),
  repairCost: v.optional(v.nullable(whole(1, 1_000))),
  bonusDays: v.optional(v.nullable(whole(1, MAX_DAYS))),
  ticketDays: v.optional(v.nullable(whole(1, MAX_DAYS))),
  passBonus: v.optional(v.nullable(whole(1, 1_000))),
  gradeBonus: v.optional(
    v.nullable(
      v.pipe(
        v.array(whole(0, 1_000), `要写成列表，${GRADE_COUNT} 个等级各一个数`),
        v.length(GRADE_COUNT, `要写 ${GRADE_COUNT} 个数，从等级 0 起`),
      ),
    ),
  ),
});

import type { PartName } from '#contract/console/editorial-parts';
import { plainText } from '../parts/plain-text.ts';
import { END, newKey, nextId, nextWeekend, type PartFields, START, titled } from './field.ts';

type MoneyPart = Extract<PartName, 'packages' | 'promotions' | 'discounts' | 'limits' | 'gifts' | 'attendance'>;

const LIMIT = '元；不写就是不限';

/** The parts that decide what readers pay and get. */
export const MONEY_FIELDS: Readonly<Record<MoneyPart, PartFields>> = {
  packages: {
    item: '商品',
    titleOf: titled,
    fresh: (others) => ({ id: nextId(others), title: '', price: '', coins: '' }),
    fields: [
      { name: 'title', label: '名称', kind: 'text', empty: '' },
      { name: 'price', label: '价格（元）', kind: 'text', hint: '如 6 或 6.50' },
      {
        name: '$what',
        label: '卖什么',
        kind: 'choice',
        options: [
          ['coins', '漫币'],
          ['days', '月卡'],
        ],
      },
      { name: 'coins', label: '漫币', kind: 'number', of: '$what' },
      { name: 'bonus', label: '赠币', kind: 'number', of: '$what:coins' },
      { name: 'firstBonus', label: '首次充值另送赠币', kind: 'number', of: '$what:coins' },
      { name: 'days', label: '月卡天数', kind: 'number', of: '$what', hint: '接在读者已有的天数后面' },
      { name: 'badge', label: '角标', kind: 'text', hint: '不超过 8 个字' },
      { name: 'prices', label: '别的币种的价', kind: 'prices', hint: '每行一个，如 USD 1.49' },
      START,
      END,
      { name: 'id', label: '编号', kind: 'number', hint: '用过的编号不要再给别的商品，订单记着它' },
    ],
  },
  promotions: {
    item: '优惠',
    titleOf: titled,
    fresh: () => ({ key: `p-${newKey()}`, title: '', percent: '', comics: [], ...nextWeekend(new Date()) }),
    fields: [
      { name: 'title', label: '标题', kind: 'text', empty: '' },
      { name: 'percent', label: '付原价的百分之几', kind: 'number', hint: '0 是限时免费，80 是八折' },
      { name: 'comics', label: '漫画', kind: 'comics' },
      { ...START, hint: '北京时间' },
      { ...END, hint: '北京时间' },
      { name: 'key', label: '名字', kind: 'text', empty: '', hint: '每个优惠不同' },
    ],
  },
  discounts: {
    item: '折扣',
    titleOf: ({ chapters, percent, pass }) =>
      `${pass === true ? '有月卡' : `满 ${plainText(chapters) || '?'} 话`}付 ${plainText(percent) || '?'}%`,
    fresh: () => ({ chapters: '', percent: '' }),
    hint: '话数从少到多排列，越多越便宜；月卡的折扣只有一项，不与优惠、多话折扣相加，取便宜的',
    fields: [
      { name: 'pass', label: '给有月卡的读者，买一话就有', kind: 'yes' },
      { name: 'chapters', label: '至少几话', kind: 'number', hint: '月卡的不写' },
      { name: 'percent', label: '付原价的百分之几', kind: 'number' },
    ],
  },
  limits: {
    hint: '没有声明成年的读者的限额来自未成年人保护的规定，改高之前请先问律师',
    fields: [
      { name: 'undeclared.order', label: '没有声明成年：一单最多', kind: 'text', empty: null, hint: LIMIT },
      { name: 'undeclared.day', label: '没有声明成年：一天最多', kind: 'text', empty: null, hint: LIMIT },
      { name: 'adult.order', label: '声明已成年：一单最多', kind: 'text', empty: null, hint: LIMIT },
      { name: 'adult.day', label: '声明已成年：一天最多', kind: 'text', empty: null, hint: LIMIT },
    ],
  },
  gifts: {
    item: '礼包',
    titleOf: titled,
    fresh: (others) => ({ id: nextId(others), title: '', to: 'all', bonus: '', validDays: 30 }),
    hint: '领过之后再改，已领的不变',
    fields: [
      { name: 'title', label: '标题', kind: 'text', empty: '' },
      {
        name: '$who',
        label: '给谁',
        kind: 'choice',
        options: [
          ['to', '一类读者'],
          ['readers', '指定的几位'],
        ],
      },
      {
        name: 'to',
        label: '哪一类',
        kind: 'select',
        of: '$who',
        options: [
          ['all', '所有读者'],
          ['new', '新读者（要绑定手机号）'],
          ['returning', '回来的读者'],
        ],
      },
      { name: 'days', label: '天数', kind: 'number', of: '$who:to', hint: '给新读者、回来的读者时必填' },
      { name: 'readers', label: '读者编号', kind: 'numbers', of: '$who', hint: '用逗号分开' },
      {
        name: '$what',
        label: '送什么',
        kind: 'choice',
        options: [
          ['bonus', '赠币'],
          ['tickets', '阅读券'],
        ],
      },
      { name: 'bonus', label: '赠币数', kind: 'number', of: '$what' },
      { name: 'tickets', label: '阅读券张数', kind: 'number', of: '$what' },
      { name: 'validDays', label: '领取后几天内有效', kind: 'number' },
      { ...START, hint: '北京时间' },
      { ...END, hint: '北京时间' },
      { name: 'id', label: '编号', kind: 'number', hint: '用过的编号不要再给别的礼包' },
    ],
  },
  attendance: {
    hint: '一轮里每天一个数，赠币与阅读券一样长，1 到 31 天',
    fields: [
      { name: 'bonus', label: '每天的赠币', kind: 'numbers', hint: '用逗号分开' },
      { name: 'tickets', label: '每天的阅读券', kind: 'numbers', hint: '用逗号分开' },
      { name: 'repairCost', label: '补签一天要的赠币', kind: 'number', empty: null, hint: '不写就是不能补签' },
      { name: 'bonusDays', label: '赠币几天内有效', kind: 'number', empty: null, hint: '不写是 90' },
      { name: 'ticketDays', label: '阅读券几天内有效', kind: 'number', empty: null, hint: '不写是 30' },
      { name: 'passBonus', label: '有月卡的那天另加的赠币', kind: 'number', empty: null, hint: '不写是不加' },
      {
        name: 'gradeBonus',
        label: '等级 0 到 6 每天另加的赠币',
        kind: 'numbers',
        empty: null,
        hint: '7 个数；不写是不加',
      },
    ],
  },
};

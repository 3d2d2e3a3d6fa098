import type { PartName } from '#contract/console/editorial-parts';
import { plainText } from '../parts/plain-text.ts';
import { END, type Field, newKey, nextId, type PartFields, START, titled } from './field.ts';
import { MONEY_FIELDS } from './money-fields.ts';

const LINK_FIELDS: readonly Field[] = [
  {
    name: '$to',
    label: '打开',
    kind: 'choice',
    options: [
      ['comic', '一部漫画'],
      ['link', '一个地址'],
    ],
  },
  { name: 'comic', label: '漫画', kind: 'comic', of: '$to' },
  { name: 'link', label: '地址', kind: 'text', of: '$to', hint: '站内地址以 / 开头，或 https:// 开头' },
];

const SLOTS = Array.from({ length: 13 }, (_, index) => {
  return [String(index + 1), index === 0 ? '位置 1（首页顶部）' : `位置 ${index + 1}`] as const;
});

const TEXT: PartFields = {
  fields: [
    { name: 'title', label: '标题', kind: 'text', empty: '' },
    { name: 'body', label: '正文', kind: 'lines', empty: '', hint: 'Markdown' },
  ],
};

/** The fields of each part, from which its form is made. The server validates the values. */
export const PART_FIELDS: Readonly<Record<PartName, PartFields>> = {
  home: {
    item: '栏目',
    titleOf: titled,
    fresh: () => ({ key: `s-${newKey()}`, title: '', layout: 'row', show: 'updated', count: 12 }),
    hint: '从上到下就是首页的顺序',
    fields: [
      { name: 'title', label: '标题', kind: 'text', empty: '' },
      {
        name: 'layout',
        label: '样子',
        kind: 'select',
        options: [
          ['grid', '封面三列'],
          ['row', '一行横滑'],
          ['list', '封面加简介'],
          ['wide', '两列横图'],
          ['rank', '名次'],
          ['hero', '一张大图再加三列'],
        ],
      },
      {
        name: '$fill',
        label: '内容',
        kind: 'choice',
        options: [
          ['show', '按规则'],
          ['theme', '一个专题'],
          ['comics', '选定的漫画'],
        ],
      },
      {
        name: 'show',
        label: '规则',
        kind: 'select',
        of: '$fill',
        options: [
          ['weekday', '今天更新的连载'],
          ['updated', '最近更新'],
          ['new', '新作'],
          ['hot', '一周内读得最多'],
          ['ranking', '总共读得最多'],
          ['freesale', '正在限时免费'],
          ['sale', '正在优惠'],
          ['free', '全部免费'],
          ['complete', '已完结'],
          ['themes', '进行中的专题'],
          ['recommended', '为读者推荐'],
        ],
      },
      { name: 'theme', label: '专题', kind: 'theme', of: '$fill' },
      { name: 'comics', label: '漫画', kind: 'comics', of: '$fill' },
      { name: 'count', label: '最多几部', kind: 'number', hint: '1 到 50' },
      { name: 'more', label: '「更多」的地址', kind: 'text', hint: '站内地址，如 /new；可以不写' },
      START,
      END,
      { name: 'key', label: '名字', kind: 'text', empty: '', hint: '小写字母、数字或 -，每个栏目不同' },
    ],
  },
  banners: {
    item: '横幅',
    titleOf: ({ slot, title }) => `位置 ${slot} ${plainText(title) || '（没有标题）'}`,
    fresh: () => ({ slot: 1, title: '', comic: '' }),
    fields: [
      { name: 'picture', label: '图片', kind: 'picture', hint: '宽 1440 像素以上的横图' },
      { name: 'slot', label: '位置', kind: 'select', options: SLOTS, isNumeric: true },
      { name: 'title', label: '标题', kind: 'text', empty: '', hint: '看不到图片的读者听到的' },
      ...LINK_FIELDS,
      START,
      END,
    ],
  },
  themes: {
    item: '专题',
    titleOf: titled,
    fresh: (others) => ({ id: nextId(others), title: '', comics: [] }),
    fields: [
      { name: 'title', label: '标题', kind: 'text', empty: '' },
      { name: 'description', label: '介绍', kind: 'lines' },
      { name: 'picture', label: '图片', kind: 'picture', empty: null },
      { name: 'comics', label: '漫画', kind: 'comics' },
      { name: 'notes', label: '写在漫画旁边的话', kind: 'notes' },
      START,
      END,
      { name: 'id', label: '编号', kind: 'number', hint: '地址是 /theme/编号' },
    ],
  },
  events: {
    item: '活动',
    titleOf: titled,
    fresh: (others) => ({ id: nextId(others), title: '', body: '' }),
    fields: [
      { name: 'title', label: '标题', kind: 'text', empty: '' },
      { name: 'picture', label: '图片', kind: 'picture' },
      {
        name: '$to',
        label: '打开',
        kind: 'choice',
        options: [
          ['body', '下面的正文'],
          ['comic', '一部漫画'],
          ['link', '一个地址'],
        ],
      },
      ...LINK_FIELDS.slice(1),
      { name: 'body', label: '正文', kind: 'lines', hint: 'Markdown' },
      { ...START, hint: '北京时间' },
      END,
      { name: 'id', label: '编号', kind: 'number', hint: '用过的编号不要再给别的活动' },
    ],
  },
  hot: {
    item: '热词',
    isBare: true,
    titleOf: ({ word }) => plainText(word) || '（空）',
    fresh: () => ({ word: '' }),
    hint: '搜索页的热词，读者搜得还不够多时显示',
    fields: [{ name: 'word', label: '词', kind: 'text', empty: '' }],
  },
  genres: {
    item: '题材',
    titleOf: ({ name, title }) => plainText(title) || plainText(name) || '（没有名字）',
    fresh: () => ({ name: '' }),
    hint: '没有写在这里的题材排在后面',
    fields: [
      { name: 'name', label: '漫画上写的题材', kind: 'text', empty: '' },
      { name: 'title', label: '显示的名字', kind: 'text', hint: '不写就是原名' },
      { name: 'hidden', label: '不显示', kind: 'yes' },
    ],
  },
  faq: {
    item: '问题',
    titleOf: ({ question }) => plainText(question) || '（没有问题）',
    fresh: () => ({ type: 0, question: '', answer: '' }),
    fields: [
      {
        name: 'type',
        label: '分类',
        kind: 'select',
        isNumeric: true,
        options: [
          ['0', '账号登录'],
          ['1', '充值'],
          ['2', '阅读'],
          ['3', '活动'],
          ['4', '其他'],
          ['5', '举报与侵权'],
        ],
      },
      { name: 'question', label: '问题', kind: 'text', empty: '' },
      { name: 'answer', label: '答案', kind: 'lines', empty: '', hint: 'Markdown' },
      { name: 'key', label: '地址里的名字', kind: 'text', hint: '不写就由问题的字句算出' },
    ],
  },
  site: {
    fields: [
      { name: 'name', label: '名称', kind: 'text', empty: '' },
      { name: 'color', label: '主色', kind: 'color', empty: null, hint: '如 #0f766e；不写就用自带的' },
      { name: 'icon', label: '图标', kind: 'icon', empty: null, hint: '正方形，至少 512×512' },
      { name: 'logo', label: '标志', kind: 'logo', empty: null, hint: '横的字样，至少 72 像素高' },
      { name: 'contact', label: '联系方式', kind: 'text', empty: '' },
      { name: 'icp', label: 'ICP 备案号', kind: 'text', empty: '' },
      { name: 'police', label: '公安备案号', kind: 'text', empty: '' },
    ],
  },
  restricted: {
    hint: '打开之前请先问律师：可能影响未成年人身心健康的内容不得放在显眼的地方',
    fields: [{ name: 'listed', label: '标为 18 的漫画可以出现在首页、排行、推荐等处', kind: 'yes' }],
  },
  features: {
    hint: '打开之前，读者看不到它们',
    fields: [
      { name: 'notices', label: '消息：漫画更新与新作、充值到账与退款、快要过期、反馈的回复', kind: 'yes' },
      { name: 'push', label: '消息也推送到读者的手机和电脑（要打开消息，并设好 https 的 PUBLIC_URL）', kind: 'yes' },
      {
        name: 'mail',
        label: '消息也发到读者的邮箱（要打开消息，设好 PUBLIC_URL 与告警的邮件服务器）',
        kind: 'yes',
      },
      { name: 'likes', label: '读者可以给一话点赞', kind: 'yes' },
      { name: 'ratings', label: '读者可以给漫画评分', kind: 'yes' },
    ],
  },
  service: TEXT,
  privacy: TEXT,
  ...MONEY_FIELDS,
};

/** Ids from here on are the demo's: an operator counts from 1. */
export const DEMO_IDS_FROM = 90_001;
/** The prefix of the keys of its promotions. */
export const DEMO_PROMOTION = 'demo-';

/** `of`: the series in the picture. */
export const BANNERS = [
  { slot: 1, of: '猫站长的末班车', title: '末班车，开往想念的人' },
  { slot: 1, of: '霓虹拾梦人', title: '别人丢掉的梦，我来捡' },
  { slot: 1, of: '山海小食堂', title: '神仙妖怪，都要吃饭' },
  { slot: 1, of: '剑与蒲公英', title: '最弱的骑士，最远的路' },
  { slot: 4, of: '雪国修钟匠', title: '一口气看完的故事' },
  { slot: 6, of: '雨巷纸伞铺', title: '雨天限时免费' },
  { slot: 10, of: '小熊面包房', title: '今天也有一份小礼物' },
] as const;

export const THEMES = [
  {
    id: DEMO_IDS_FROM,
    of: '猫站长的末班车',
    title: '睡前十分钟',
    description: '关灯之前，看一话就会笑的几部。',
    comics: ['猫站长的末班车', '小熊面包房', '机器人与花', '幽灵室友', '天台气象社'],
  },
  {
    id: DEMO_IDS_FROM + 1,
    of: '风起长安夜',
    title: '古风一夜',
    description: '灯、剑、药与酒。',
    comics: ['风起长安夜', '水墨江湖客', '夜行药师', '雨巷纸伞铺'],
  },
] as const;

export const EVENTS = [
  {
    id: DEMO_IDS_FROM,
    of: '天台气象社',
    title: '签到七天，送一张阅读券',
    link: '/attendance',
    body: '## 怎样参加\n\n每天来签到一次，连续七天就得到一张阅读券。\n\n- 以北京时间零点为界\n- 漏了一天，可以用赠币补签',
  },
] as const;

/** `days` is how long they last. */
export const PROMOTIONS = [
  { key: `${DEMO_PROMOTION}free`, title: '雨天限免', percent: 0, days: 5, comics: ['雨巷纸伞铺', '天台气象社'] },
  {
    key: `${DEMO_PROMOTION}half`,
    title: '科幻周五折',
    percent: 50,
    days: 7,
    comics: ['霓虹拾梦人', '深海第七号灯', '末路公路'],
  },
  { key: `${DEMO_PROMOTION}eighty`, title: '热血八折', percent: 80, days: 10, comics: ['剑与蒲公英', '王牌替补'] },
] as const;

export const GIFTS = [
  { id: DEMO_IDS_FROM, title: '见面礼', to: 'all', bonus: 30, validDays: 30 },
  { id: DEMO_IDS_FROM + 1, title: '试读券', to: 'all', tickets: 1, validDays: 14 },
] as const;

export const HOT: readonly string[] = ['猫站长', '霓虹', '治愈', '古风', '机器人'];

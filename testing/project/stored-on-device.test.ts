import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_PARTS } from '../../server/modules/editorial/editorial.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** The sentence of the privacy policy for each storage key of the client. */
const TOLD: Record<string, string> = {
  userInfo: '你的资料，其中有保持登录的标识',
  config: '本站的名称、功能等配置',
  settings: '外观、是否同意保存阅读记录',
  reader: '阅读设置',
  comicSettings: '只用于一部漫画的那些',
  resendWaits: '每个号码还要等多久才能再发验证码',
  lostAccount: '登录失效的账号有没有绑定手机号，不记号码',
  progress: '尚未同步的阅读位置',
  resume: '首页「继续阅读」的一条',
  'resume-dismissed': '你关掉它的时间',
  comic: '离开时所在的漫画的资料',
  comicPictures: '小图',
  lastView: '看到的那几页',
  shelf: '书架上次的清单',
  acceptedNotices: '看过内容提示的漫画',
  homePictures: '首页的小图',
  searches: '搜过的词',
  downloads: '各话的内容、图片和封面，以及它们的清单',
  'shell-': '本站的页面文件',
  trail: '走过的页面',
  stoodAt: '滚动的位置',
  reloadedAt: '走过的页面和滚动的位置',
  places: '阅读的位置',
  acts: '正在进行的购买',
  departure: '付款的编号',
  choice: '充值之前选的话',
  unsent: '尚未同步的删除和标记',
  token: 'token 保持登录',
  api: 'api 记住接口地址',
  device: 'device 认出登录过的设备',
};

const NAMES = [
  /(?:readStored(?:<.*?>)?|writeStored)\(\s*(?:device|tab)Storage,\s*'([\w-]+)'/gs,
  /(?:device|tab)Storage\.(?:get|set|remove)Item\(\s*'([\w-]+)'/g,
  /const (?:KEY|STORED|INDEX_KEY|OUTBOX_KEY|PREFIX) = '([\w-]+)'/g,
  /key: '(\w+Pictures)'/g,
  /indexedDB\.open\('([\w-]+)'/g,
];

test('the privacy policy lists everything that the app stores on the device', () => {
  const files = globSync('{ui,client}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => !/\.test\.tsx?$|\/testing\//.test(file),
  );
  // Cookies, and the keys found by the patterns.
  const found = new Set(['token', 'api', 'device']);
  for (const file of files) {
    const source = readFileSync(path.join(ROOT, file), 'utf8');
    for (const pattern of NAMES) for (const [, name = ''] of source.matchAll(pattern)) found.add(name);
  }
  expect(Object.keys(TOLD).filter((name) => !found.has(name))).toEqual([]);
  const untold = [...found].filter((name) => !TOLD[name] || !DEFAULT_PARTS.privacy.body.includes(TOLD[name]));
  expect(untold).toEqual([]);
});

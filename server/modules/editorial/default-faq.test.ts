import { expect, test } from 'vitest';
import { isScreenPath } from '#contract/paths';
import { DEFAULT_FAQ } from './default-faq.ts';
import { DEFAULT_SERVICE } from './default-texts.ts';

const LINK = /\[([^\]]+)\]\(([^)]+)\)/g;
/** Screens as an answer names them; 「我的」 is also a tab of the bottom bar. */
const SCREENS = [
  '「我的」',
  '「礼包」',
  '「每周」',
  '「明细」',
  '「账单」',
  '「下载的漫画」',
  '充值页',
  '签到页',
  '书架里',
];

test.each(DEFAULT_FAQ)('the answer to $question links every screen that it names', ({ answer }) => {
  const links = [...answer.matchAll(LINK)].map(([, text = '', to = '']) => ({ text, to }));
  expect(links.filter(({ to }) => !isScreenPath(to))).toEqual([]);
  const named = SCREENS.filter((screen) =>
    answer
      .replace(/[[\]]/g, '')
      .replace(/\([^)]*\)/g, '')
      .includes(screen),
  );
  const unlinked = named.filter((screen) => !links.some(({ text }) => screen.startsWith(text)));
  expect(unlinked).toEqual([]);
});

test('the answer about deleting an account names the right screen and the lost data', () => {
  const answer = DEFAULT_FAQ.find(({ question }) => question.includes('注销'))?.answer;
  expect(answer).toContain('「数据与退出」里点「注销账号」');
  expect(answer).toContain('漫币、赠币、阅读券和已购的话一并作废');
  expect(DEFAULT_SERVICE.body).toContain('「数据与退出」里注销账号');
});

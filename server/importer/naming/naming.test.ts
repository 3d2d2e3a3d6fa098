import { expect, test } from 'vitest';
import { parseChineseNumber } from './chinese-number.ts';
import { foldersAbove } from './folder-kinds.ts';
import { readName } from './naming.ts';

type Row = [name: string, parents: string[], series: string | undefined, no: number | undefined, title?: string];

const rows: Row[] = [
  // Chinese markers
  ['第12话', ['书名'], '书名', 12],
  ['第12話', ['書名'], '書名', 12],
  ['第十二回', ['书名'], '书名', 12],
  ['第廿三回 夜奔', ['书名'], '书名', 23, '夜奔'],
  ['第一百零五话', ['书名'], '书名', 105],
  ['第１２话', ['书名'], '书名', 12],
  ['第 7 话', ['书名'], '书名', 7],
  ['第3.5话 间章', ['书名'], '书名', 3.5, '间章'],
  ['第３．５话', ['书名'], '书名', 3.5],
  ['第12-13话', ['书名'], '书名', 12],
  ['第02集 彩虹魔药', ['小辣椒与萝卜头'], '小辣椒与萝卜头', 2, '彩虹魔药'],
  ['小辣椒与萝卜头 第02集 彩虹魔药', [], '小辣椒与萝卜头', 2, '彩虹魔药'],
  ['小辣椒与萝卜头 长条版 第03集 秘方', [], '小辣椒与萝卜头 长条版', 3, '秘方'],
  ['书名第8话', [], '书名', 8],
  ['书名-第8话-标题', [], '书名', 8, '标题'],
  ['书名：第8话：标题', [], '书名', 8, '标题'],
  ['书名 第2卷 第15话 风起', [], '书名', 15, '风起'],
  ['书名 第2卷', [], '书名', 2],
  ['第二季 第3话', ['书名'], '书名 第二季', 3],
  ['书名 第二季 第3话', [], '书名 第二季', 3],
  ['书名 12话', [], '书名', 12],
  ['书名 卷三', [], '书名', 3],
  ['书名【第3话】', [], '书名', 3],
  ['书名（第3话）', [], '书名', 3],
  ['第3话 重逢（上）', ['书名'], '书名', 3, '重逢（上）'],
  // Latin markers
  ['Vol.3 Ch.12.5', ['Series'], 'Series', 12.5],
  ['Series Vol.3 Ch.12.5 - Rain', [], 'Series', 12.5, 'Rain'],
  ['c012', ['Series'], 'Series', 12],
  ['#12', ['Series'], 'Series', 12],
  ['Series #12', [], 'Series', 12],
  ['Chapter 7', ['Series'], 'Series', 7],
  ['chapter-007', ['Series'], 'Series', 7],
  ['ch7', ['Series'], 'Series', 7],
  ['Episode 06 - The Potion Contest', ['Pepper'], 'Pepper', 6, 'The Potion Contest'],
  ['Pepper&Carrot - Episode 05 - Special holiday episode', [], 'Pepper&Carrot', 5, 'Special holiday episode'],
  ["Pepper&Carrot - Episode 08 - Pepper's Birthday Party", [], 'Pepper&Carrot', 8, "Pepper's Birthday Party"],
  ['书名_v02_c010', [], '书名', 10],
  ['Series_v02_c010', [], 'Series', 10],
  ['Series v05', [], 'Series', 5],
  ['Series v01 (2019) (Digital) (some-crew)', [], 'Series', 1],
  ['第01话 v2', ['书名'], '书名', 1],
  ['S02E03', ['Series'], 'Series S02', 3],
  // plain numbers
  ['12', ['书名'], '书名', 12],
  ['012', ['书名'], '书名', 12],
  ['12.5', ['书名'], '书名', 12.5],
  ['书名 03', [], '书名', 3],
  ['书名03', [], '书名', 3],
  ['书名-03', [], '书名', 3],
  ['书名 03 (完)', [], '书名', 3],
  ['书名 03 完', [], '书名', 3],
  ['书名 03 标题', [], '书名', 3, '标题'],
  ['03 标题', ['书名'], '书名', 3, '标题'],
  ['03. 标题', ['书名'], '书名', 3, '标题'],
  ['03 - Rain', ['Series'], 'Series', 3, 'Rain'],
  ['20世纪少年 03', [], '20世纪少年', 3],
  ['Climate Change Explained to Frogs - 1', [], 'Climate Change Explained to Frogs', 1],
  ['Blade 2049', [], 'Blade 2049', undefined],
  ['鳥の眼', [], '鳥の眼', undefined],
  ['信貴山縁起 山崎長者の巻', [], '信貴山縁起 山崎長者の巻', undefined],
  // brackets
  ['[作者] 书名 03', [], '书名', 3],
  ['[作者] 书名 第03话', [], '书名', 3],
  ['[某某汉化组] 书名 03', [], '书名', 3],
  ['[某某汉化组][作者] 书名 03', [], '书名', 3],
  ['(C97) [作者] 书名', [], '书名', undefined],
  ['书名 (2019) 03', [], '书名', 3],
  ['书名 03 [1080p]', [], '书名', 3],
  ['书名 03 [1920x1080]', [], '书名', 3],
  ['[Digital] Series 03', [], 'Series', 3],
  ['书名【全彩】03', [], '书名', 3],
  ['[作者][书名][第1卷]', [], '书名', 1],
  ['[书名][03]', [], '书名', 3],
  // no number on purpose
  ['番外 特别篇', ['书名'], '书名', undefined, '番外 特别篇'],
  ['书名 番外 2', [], '书名', undefined, '番外 2'],
  ['书名 番外第2话', [], '书名', undefined, '番外第2话'],
  ['第05集 圣诞特别篇', ['书名'], '书名', 5, '圣诞特别篇'],
  ['SP01', ['书名'], '书名', undefined, 'SP01'],
  // folders
  ['01', ['comics', '小辣椒与萝卜头 (zh-Hans)'], '小辣椒与萝卜头', 1],
  ['01', ['[作者] 书名 (完)'], '书名', 1],
  ['01', ['书名', '第1卷'], '书名', 1],
  ['01', ['书名', 'Vol.2'], '书名', 1],
  ['01', ['Downloads'], undefined, 1],
  ['序章', ['书名'], '书名', undefined, '序章'],
  ['信貴山縁起 山崎長者の巻', ['信貴山縁起 (ja)'], '信貴山縁起', undefined, '山崎長者の巻'],
  ['鬼灭之刃_第205话_完', [], '鬼灭之刃', 205],
  ['Attack on Titan - c139 (v34) [Kodansha]', [], 'Attack on Titan', 139],
  ['[Comic][作者] 书名 全10卷 第03卷', [], '书名', 3],
  ['书名.第05话', [], '书名', 5],
  ['86-不存在的战区- 第05话', [], '86-不存在的战区', 5],
  // halves of one chapter or work
  ['第12话（上）', ['书名'], '书名', 12, '（上）'],
  ['第12话（中）', ['书名'], '书名', 12.3, '（中）'],
  ['第12话（下）', ['书名'], '书名', 12.5, '（下）'],
  ['书名 第12话 下', [], '书名', 12.5, '下'],
  ['第12话[下]', ['书名'], '书名', 12.5, '（下）'],
  ['第十二回 下篇', ['书名'], '书名', 12.5, '下篇'],
  ['第12话 下雨天', ['书名'], '书名', 12, '下雨天'],
  ['第4话 重逢（下）', ['书名'], '书名', 4, '重逢（下）'],
  ['书名（上）', [], '书名', 1],
  ['书名 下卷', [], '书名', 3],
  // folders of Komga and Kavita
  ['书名 SP01', ['书名', 'Specials'], '书名', undefined, 'SP01'],
  ['01', ['书名', '番外'], '书名', undefined, '番外 01'],
  ['某篇', ['书名', '特典'], '书名', undefined, '某篇'],
  ['Blade 3', ['漫画', '_oneshots'], 'Blade 3', undefined],
  ['[作者] 短篇一则', ['oneshots'], '短篇一则', undefined],
  ['01', ['书名', '正篇'], '书名', 1],
  ['第3话', ['作品2'], '作品2', 3],
  ['01', ['Area 51'], 'Area 51', 1],
  ['第3话', ['书名', '02'], '书名', 3],
  ['', [], undefined, undefined],
  ['...', [], undefined, undefined],
];

test.each(rows)('%s below %j', (name, parents, series, no, title) => {
  expect(readName(name, parents)).toMatchObject({ series, no, title });
});

test.each([
  ['第1话', ['书名', '第2卷'], 2, 'chapter'],
  ['书名 第2卷 第15话 风起', [], 2, 'chapter'],
  ['第2卷', ['书名'], undefined, 'chapter'],
  ['第1话', ['书名'], undefined, 'chapter'],
  ['番外 2', ['书名', 'Vol.3'], 3, 'side'],
  ['序章', ['书名'], undefined, 'opening'],
  ['01', ['书名', '第1卷', 'Specials'], 1, 'side'],
])('the volume of %s below %j, and what it is', (name, parents, volume, role) => {
  expect(readName(name, parents)).toMatchObject({ volume, role });
});

test.each([
  ['/漫画/书名/第1卷/第1话.cbz', ['书名', '第1卷']],
  ['/漫画/书名/第1话.cbz', ['书名']],
  ['/漫画/书名/第二季/Specials/SP1.cbz', ['书名', '第二季', 'Specials']],
  ['/第1卷/1.cbz', ['第1卷']],
])('the parent folders of %s that are needed to find the series', (path, folders) => {
  expect(foldersAbove(path)).toEqual(folders);
});

test.each([
  ['[作者] 书名 03', ['作者']],
  ['[某某汉化组] 书名 03', []],
  ['[某某汉化组][作者] 书名 03', ['作者']],
  ['[作者][书名][第1卷]', ['作者']],
  ['书名 03', []],
])('the author in %s', (name, authors) => {
  expect(readName(name, []).authors).toEqual(authors);
});

test.each([
  ['十', 10],
  ['十二', 12],
  ['二十', 20],
  ['廿', 20],
  ['廿三', 23],
  ['卅一', 31],
  ['一百', 100],
  ['一百一十二', 112],
  ['两百', 200],
  ['一千零一', 1001],
  ['一二三', 123],
  ['二〇', 20],
  ['一万二千', 12000],
  ['', undefined],
  ['十x', undefined],
])('the Chinese numeral %s', (text, value) => {
  expect(parseChineseNumber(text)).toBe(value);
});

test('a hostile name is read in bounded time', () => {
  const started = process.cpuUsage();
  for (const piece of ['第1', '1 ', '[', '((', 'vol ', '- ', '番外 1 ', '1.']) readName(piece.repeat(20_000), []);
  expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
});

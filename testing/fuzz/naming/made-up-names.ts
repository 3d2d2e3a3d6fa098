/** Titles that look like numbers, volumes or side stories. */
export const TITLES = [
  '山海',
  '第五集中营',
  '宝可梦特别篇',
  '第八章鱼',
  '卷一世界',
  '3月的狮子',
  '100天后的鱼',
  '2001夜物語',
  '海街diary',
  '番外城',
  '序章之城',
  '終わりの章',
  'S級職業',
  '바람의나라',
  '86',
  '20世纪',
  '上上之书',
  '十二国',
  'Vol.0',
  '附录城',
  '最终幻想家',
  '全职高手',
  'Chapter 9 Girls',
  'Extra Life',
  'Area 51',
  'Part-Time Hero',
  'Elf - 100 Days Quest',
  'New Game',
  'Re:Zero',
  'BOOM!',
  '07-Ghost',
  'Ça va',
  '《山路》',
  'Page Boy',
  'Level 1 Hero',
  '😀物语',
  'Season of Snow',
];
export const CHAPTER_TITLES =
  '重逢|3杯茶|19th Floor|夜 (2)|第一次|5 Days|雨中的番外地|The End of Summer|上|v|2024年|終わり'.split('|');
export const SEPARATORS = [' ', '_', ' - ', '-', '.', '　', ' · '];
export const BEFORE = ['', '', '', '[某某汉化组] ', '[Group]', '(C97) [作者] '];
export const BEHIND = ['', '', '', ' (完)', ' (2019) (Digital) (some-crew)', ' [1080p]', ' (of 30)', '【全彩】'];
export const OTHERS = '番外|番外 烟火|特典|Extra|SP1|序章|Prologue|后记|最终话|休刊公告|番外2|Omake 3'.split('|');

type Write = (no: number) => string;

const HAN = '零一二三四五六七八九';
const pad = (no: number, width: number) => String(no).padStart(width, '0');
const wide: Write = (no) => String(no).replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
const han: Write = (no) => {
  const [tens, ones] = [Math.floor(no / 10), no % 10];
  return `${tens > 1 ? HAN[tens] : ''}${tens > 0 ? '十' : ''}${ones > 0 || tens === 0 ? HAN[ones] : ''}`;
};

/** A number with a counting word. A title may follow. */
export const MARKERS: readonly Write[] = [
  ...([
    (no) => `第${no}话`,
    (no) => `第${pad(no, 3)}話`,
    (no) => `第${han(no)}回`,
    (no) => `第 ${no} 话`,
  ] satisfies Write[]),
  ...([(no) => `第${wide(no)}话`, (no) => `【第${no}话】`, (no) => `第${no}夜`, (no) => `第${no}卷`] satisfies Write[]),
  ...([(no) => `Ch.${no}`, (no) => `Chapter ${no}`, (no) => `c${pad(no, 3)}`, (no) => `#${no}`] satisfies Write[]),
  ...([
    (no) => `EP${pad(no, 2)}`,
    (no) => `Episode ${no}`,
    (no) => `Vol.${pad(no, 2)}`,
    (no) => `v${pad(no, 2)}`,
  ] satisfies Write[]),
  ...([(no) => `${no}화`, (no) => `제${no}화`, (no) => `${no}話`, (no) => `No.${no}`] satisfies Write[]),
];
/** A plain number. */
export const BARE: readonly Write[] = [
  (no) => pad(no, 2),
  (no) => pad(no, 3),
  (no) => `${no}`,
  (no) => `[${pad(no, 2)}]`,
];
/** An index before the number. */
export const INDEXES: readonly Write[] = [
  (no) => `${pad(no + 3, 4)}-`,
  (no) => `${pad(no + 1, 3)}_`,
  (no) => `[${no + 2}]`,
  (no) => `${no}. `,
];

/** Two pieces of a chapter. */
export const PIECES: readonly ((no: number) => [string, string])[] = [
  (no) => [`第${no}话①`, `第${no}话②`],
  (no) => [`第${no}话（上）`, `第${no}话（下）`],
  (no) => [`第${no}话 Part 1`, `第${no}话 Part 2`],
  (no) => [`第${no}话-1`, `第${no}话-2`],
  (no) => [`第${no}话(1)`, `第${no}话(2)`],
  (no) => [`${no + 2}-1`, `${no + 2}-2`],
  (no) => [`Ch.${no}a`, `Ch.${no}b`],
  (no) => [`第${no}話 前編`, `第${no}話 後編`],
];
/** From one chapter to another. */
export const RANGES: readonly ((from: number, to: number) => string)[] = [
  (from, to) => `第${from}-${to}话`,
  (from, to) => `第${from}话-第${to}话`,
  (from, to) => `${pad(from, 3)}-${pad(to, 3)}`,
  (from, to) => `${from}~${to}`,
  (from, to) => `Ch.${from}-${to}`,
  (from, to) => `Vol.${from}-${to}`,
  (from, to) => `${from}-${to}话`,
];
const day = (at: number) => new Date(Date.UTC(2023, 9, 1 + at * 7)).toISOString().slice(0, 10);
export const DATES: readonly Write[] = [
  day,
  (at) => day(at).replaceAll('-', '.'),
  (at) => day(at).replaceAll('-', ''),
  (at) => day(at).replaceAll('-', '_'),
  (at) => day(at).replace(/(\d+)-(\d+)-(\d+)/, '$1年$2月$3日'),
];

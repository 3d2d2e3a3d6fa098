import { expect, test } from 'vitest';
import { fold, wordsOf } from './fold.ts';

const alike: [why: string, ...spellings: string[]][] = [
  ['simplified, traditional and Japanese', '战斗妖精', '戰鬥妖精', '戦闘妖精'],
  ['forms that OpenCC turns into each other', '并肩', '並肩', '竝肩'],
  ['two forms of Taiwan and one of Japan', '合并', '合併', '合倂'],
  ['a simplified form that Japan writes for another character', '滬上', '沪上'],
  ['forms that OpenCC does not know', '大炮', '大砲', '大礮'],
  ['a name of Japan', '渡边', '渡邊', '渡邉', '渡辺'],
  ['a form outside the basic plane', '吉野家', '𠮷野家'],
  ['a compatibility form', '神', '\ufa19'],
  ['hiragana and katakana', 'ワンピース', 'わんぴーす', 'ﾜﾝﾋﾟｰｽ'],
  ['a mark of its own behind a narrow kana', 'ガンダム', 'ｶﾞﾝﾀﾞﾑ', 'か\u3099んた\u3099む'],
  ['wide and narrow, capital and small', 'Ｒｅ：ゼロ', 're ゼロ', 'RE:ｾﾞﾛ'],
  ['Roman numerals', '幻想Ⅶ', '幻想VII', '幻想 vii'],
  ['accents', 'Pokémon', 'pokemon', 'POKE\u0301MON'],
];

test.each(alike)('%s are one text: %s', (_why, ...spellings) => {
  const texts = spellings.map((each) => fold(each).text);
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).not.toBe('');
});

test.each([
  ['沪', '滤'],
  ['连', '联'],
  ['は', 'ば'],
  ['かー', 'か'],
])('%s and %s stay apart', (one, other) => {
  expect(fold(one).text).not.toBe(fold(other).text);
});

test('each character of the folded text has its position in the original, also with combining marks', () => {
  const { original, text, starts, ends } = fold('新ｶﾞｰﾙ𠮷');
  expect(text).toBe('新がーる吉');
  expect([...text].map((_, at) => original.slice(starts[at], ends[at]))).toEqual(['新', 'ｶﾞ', 'ｰ', 'ﾙ', '𠮷']);
});

test('folding twice changes nothing', () => {
  for (const [, ...spellings] of alike)
    for (const each of spellings) expect(fold(fold(each).text).text).toBe(fold(each).text);
  expect(wordsOf('戦闘 ﾜﾝﾋﾟｰｽ')).toEqual(['战斗', 'わんぴーす']);
});

import { from, to } from 'opencc-js/preset/t2cn';
import { VARIANTS } from './variants.ts';

/** The conversions of one direction, from the less simplified form to the more simplified one. */
type Pair = readonly [character: string, other: string];

/** Pairs that only old Japanese printing used for one character. For Chinese readers they are different characters. */
const APART = ['沪濾'];

/** The same for all forms of one character: simplified, traditional, Japanese, and those of Hong Kong and Taiwan. */
export function characterForm(character: string): string {
  return FORMS.get(character) ?? character;
}

/**
 * Only single characters of OpenCC's tables: its phrases would fold 乾 alone and in 乾坤 differently, and a part of a title
 * would not be found in it. All forms that lead to each other are one class, because a chain of conversions may have several ends: in
 * Japan 連 is also 聯, and 並 is also 竝.
 */
function classesOf(pairs: readonly Pair[]): string[][] {
  const classes = new Map<string, string[]>();
  for (const pair of pairs) {
    const joined = [...new Set(pair.flatMap((each) => classes.get(each) ?? [each]))];
    for (const each of joined) classes.set(each, joined);
  }
  return [...new Set(classes.values())];
}

type Dictionary = string | readonly Pair[];

function pairsOf(dictionaries: readonly (readonly Dictionary[])[]): Pair[] {
  return dictionaries
    .flat()
    .flatMap(readDictionary)
    .filter(([one, other]) => [...one].length === 1 && [...other].length === 1 && !APART.includes(one + other));
}

function readDictionary(dictionary: Dictionary): readonly Pair[] {
  if (typeof dictionary !== 'string') return dictionary;
  return dictionary.split('|').map((pair): Pair => {
    const [one = '', other = ''] = pair.split(' ');
    return [one, other];
  });
}

const SIMPLIFIED = pairsOf(to.cn ?? []);
const REGIONAL = [from.jp, from.hk, from.tw].flatMap((each) => pairsOf(each ?? []));
const OWN = VARIANTS.flatMap((group): Pair[] => {
  const [first = '', ...others] = group;
  return others.map((each) => [each, first]);
});

/** The simplified form or, without one, the form that no table converts further. */
function chosenForm(members: readonly string[]): string {
  const kept = [KEPT.simplified, KEPT.last].map((test) => members.filter(test)).find(({ length }) => length > 0);
  return (kept ?? members).toSorted()[0] ?? '';
}

const RESULTS = new Set(SIMPLIFIED.map(([, result]) => result));
const SOURCES = new Set([...SIMPLIFIED, ...REGIONAL, ...OWN].map(([source]) => source));
const KEPT = {
  simplified: (character: string) => RESULTS.has(character),
  last: (character: string) => !SOURCES.has(character),
};

const FORMS = new Map(
  classesOf([...SIMPLIFIED, ...REGIONAL, ...OWN]).flatMap((members) => {
    const form = chosenForm(members);
    return members.map((each) => [each, form] as const);
  }),
);

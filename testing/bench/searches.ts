/** Searches of every kind, with many, few and no results. */
export const SEARCHES: Readonly<Record<string, readonly object[]>> = {
  'search, characters': [{ keyword: '小' }, { keyword: '天空' }, { keyword: '的一' }, { keyword: '火 山' }],
  'search, pinyin': [{ keyword: 'xiaoshan' }, { keyword: 'xtk' }, { keyword: 'shi' }, { keyword: 'longhuoshan' }],
  'search, one letter': [{ keyword: 's' }, { keyword: 'a' }],
  'search, a wrong letter or nothing': [{ keyword: 'tiankonf' }, { keyword: '龙飞严价铁' }, { keyword: 'zzzzzzz' }],
  'search, no word': [{}, { status: 'complete', sort: 'new' }, { genre: '题材9', sort: 'update' }],
  'keyword, typing': [{ prefix: '小' }, { prefix: 'x' }, { prefix: 'xia' }, { prefix: 'xiaosh' }, { prefix: '小山' }],
};

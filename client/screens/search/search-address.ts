/** The search in an address; an empty value is no filter. */
export type SearchAddress = { words: string; genre: string; status: '' | 'serial' | 'complete'; sort: Sort };
export type Sort = '' | 'hot' | 'new' | 'update';

/** The longest keyword that the contract accepts. */
export const WORDS_MAX = 100;
const GENRE_MAX = 40;
const SORTS: readonly Sort[] = ['', 'hot', 'new', 'update'];

export function readSearchAddress(params: URLSearchParams): SearchAddress {
  const genre = params.get('genre') ?? '';
  const status = params.get('status');
  return {
    words: cleanWords(params.get('q') ?? ''),
    genre: genre.length > GENRE_MAX ? '' : genre,
    status: status === 'serial' || status === 'complete' ? status : '',
    sort: SORTS.find((sort) => sort === params.get('sort')) ?? '',
  };
}

export function writeSearchAddress({ words, genre, status, sort }: SearchAddress): string {
  const entries = Object.entries({ q: words, genre, status, sort }).filter(([, value]) => value !== '');
  return new URLSearchParams(entries).toString();
}

/** On one line, without surrounding spaces, cut to the length of the contract. */
export function cleanWords(typed: string): string {
  return typed
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, WORDS_MAX);
}

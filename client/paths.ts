import { paths } from '#contract/paths';

export { chapterPath, comicPath, isScreenPath, paths, themePath } from '#contract/paths';

/** The cashier, which leads back to where the coins are wanted. `need`: how many are missing there. */
export function paymentPath(back: string, need = 0): string {
  return `${paths.payment}?back=${encodeURIComponent(back)}${need > 0 ? `&need=${need}` : ''}`;
}

/** The cashier with 月卡 chosen. */
export function passPath(back: string): string {
  return `${paymentPath(back)}&pick=pass`;
}

/** An order of the reader, in any state. */
export function orderPath(orderId: string): string {
  return `${paths.payment}?order=${encodeURIComponent(orderId)}`;
}

/** One of the frequent questions, open. */
export function questionPath(key: string): string {
  return `${paths.faq}?q=${key}`;
}

/** An author: the works, and 关注. */
export function authorPath(name: string): string {
  return `${paths.author}?name=${encodeURIComponent(name)}`;
}

/** All comics of a genre, the most read first. */
export function genrePath(genre: string): string {
  return `${paths.search}?genre=${encodeURIComponent(genre)}&sort=hot`;
}

/** The results of a search. */
export function searchPath(words: string): string {
  return `${paths.search}?q=${encodeURIComponent(words.slice(0, 50))}`;
}

export function eventPath(id: number): string {
  return `${paths.event}?id=${id}`;
}

import { paths } from '#contract/paths';

export { chapterPath, comicPath, isScreenPath, paths, themePath } from '#contract/paths';

/** The cashier, which leads back to where the coins are wanted. */
export function paymentPath(back: string): string {
  return `${paths.payment}?back=${encodeURIComponent(back)}`;
}

/** An order of the reader, in whatever state it is. */
export function orderPath(orderId: string): string {
  return `${paths.payment}?order=${encodeURIComponent(orderId)}`;
}

/** One of the frequent questions, open. */
export function questionPath(key: string): string {
  return `${paths.faq}?q=${key}`;
}

export function eventPath(id: number): string {
  return `${paths.event}?id=${id}`;
}

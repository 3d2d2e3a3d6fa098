import type { Page } from '#contract/shapes';
import { shownPart } from '../strip/page-part.ts';
import { isTall } from './panels.ts';

/** The widest a tall page gets, as a strip. */
const WIDEST_PX = 800;

/** `bar`: the height of the top bar, which covers the panels while it is shown. */
export type PanelSize = { width: number; height: number; bar: number; devicePixelRatio: number };

/** The box of a page in its panel, in CSS pixels from the top left corner of the panel. */
export type PageRoom = { left: number; top: number; width: number; height: number };

/** The position of the whole page relative to a box that shows it without its margins. */
export function wholeIn({ width, height }: PageRoom, page: Page): PageRoom {
  const part = shownPart(page);
  const [across, down] = [width / part.width, height / part.height];
  return {
    left: 0 - part.left * across,
    top: 0 - part.top * down,
    width: page.width * across,
    height: page.height * down,
  };
}

/**
 * The boxes of a panel's pages, from left to right. Whole pages have one height, as large as the panel allows, and are centred, or
 * lower if the top bar would cover their upper edge. The first page of a chapter (`first`) is always below the bar, and smaller if
 * necessary. A tall page is as wide as possible and starts at the top, as a first page below the bar. All edges are whole device pixels.
 */
export function layOutPanel(pages: readonly Page[], size: PanelSize, first = false): PageRoom[] {
  const ratio = size.devicePixelRatio;
  const [width, height] = [Math.floor(size.width * ratio), Math.floor(size.height * ratio)];
  const bar = Math.ceil(size.bar * ratio);
  const [only] = pages;
  if (pages.length === 1 && only && isTall(only)) {
    const across = Math.min(width, Math.round(WIDEST_PX * ratio));
    const room = {
      left: Math.round((width - across) / 2),
      top: first ? bar : 0,
      width: across,
      height: heightAt(only, across),
    };
    return [scaled(room, ratio)];
  }
  const parts = pages.map(shownPart);
  const widthAtOne = parts.reduce((sum, part) => sum + part.width / Math.max(1, part.height), 0);
  const high = Math.max(1, Math.floor(Math.min(first ? height - bar : height, width / widthAtOne)));
  const top = Math.min(Math.max(Math.round((height - high) / 2), bar), height - high);
  const widths = parts.map((part) => Math.max(1, Math.floor((high * part.width) / Math.max(1, part.height))));
  let left = Math.round((width - widths.reduce((sum, one) => sum + one, 0)) / 2);
  return widths.map((one) => {
    const room = { left, top, width: one, height: high };
    left += one;
    return scaled(room, ratio);
  });
}

function heightAt(page: Page, width: number): number {
  const part = shownPart(page);
  return Math.max(1, Math.round((width * part.height) / Math.max(1, part.width)));
}

function scaled({ left, top, width, height }: PageRoom, ratio: number): PageRoom {
  return { left: left / ratio, top: top / ratio, width: width / ratio, height: height / ratio };
}

/** An image of a page, or of a piece of it, with its position in the page's box. */
export type Piece = { key: string; url: string; top: number; height: number };

/** The images of a page in a box of this height, without gaps between them. */
export function piecesOf(page: Page, pageKey: string, height: number, ratio: number): Piece[] {
  const pieces = page.pieces?.length ? page.pieces : [{ url: page.url, top: 0, height: page.height }];
  const edge = (y: number) => Math.round((height * ratio * y) / Math.max(1, page.height)) / ratio;
  return pieces.map(({ url, top }, n) => {
    const from = n === 0 ? 0 : edge(top);
    const to = edge(pieces[n + 1]?.top ?? page.height);
    return { key: `${pageKey}/${n}`, url, top: from, height: to - from };
  });
}

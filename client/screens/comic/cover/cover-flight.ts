import { type RefObject, useLayoutEffect, useRef } from 'react';
import { type TappedPicture, tappedPicture } from '../../../features/pictures/tapped-picture.ts';
import { comicPath } from '../../../paths.ts';

const DURATION_MS = 220;
/** A cover that appears later after the tap does not move: the reader is already looking at the new screen. */
const LATEST_MS = 100;
/** About as fast as the page scrolls to its top, which happens at the same time. */
const EASING = 'cubic-bezier(0.16, 1, 0.3, 1)';
/** The width of a cover by its height, and how much of it rounding may change. */
const SHAPE = 3 / 4;
const ROUNDING = 0.02;

/** The part of a card's height that the picture at the top has at least. */
const LOWEST = 0.6;

let flight: { tapped: TappedPicture; startedAt: number } | null = null;

/** The tapped picture that led to this comic, if it is a cover and not a wide picture. */
export function tappedCover(comicId: number): TappedPicture | null {
  const tapped = tappedPicture(comicPath(comicId));
  return tapped && Math.abs(tapped.box.width / tapped.box.height - SHAPE) < ROUNDING ? tapped : null;
}

/** The tapped picture that led to this comic, if it is the wide one. */
export function tappedWide(comicId: number): TappedPicture | null {
  const tapped = tappedPicture(comicPath(comicId));
  return tapped?.isWide ? tapped : null;
}

/** Moves the cover from the tapped card to its place. The comic replaces its placeholder and continues the move. */
export function useCoverFlight(comicId: number): RefObject<HTMLDivElement | null> {
  const cover = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const tapped = tappedCover(comicId);
    if (cover.current && tapped) fly(cover.current, tapped);
  }, [comicId]);
  return cover;
}

/** Moves the wide picture from the tapped card to the top, where it fades into the page. */
export function useWideFlight(comicId: number): RefObject<HTMLDivElement | null> {
  const hero = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const tapped = tappedWide(comicId);
    if (hero.current && tapped && fly(hero.current, tapped)) fade(hero.current);
  }, [comicId]);
  return hero;
}

/** Returns whether it moves. */
function fly(picture: HTMLElement, tapped: TappedPicture): boolean {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return false;
  const now = performance.now();
  if (flight?.tapped !== tapped) flight = { tapped, startedAt: now };
  const to = picture.getBoundingClientRect();
  if (flight.startedAt - tapped.at > LATEST_MS || elapsed() >= DURATION_MS) return false;
  if (!isInView(tapped.box) || !isInView(to) || !isAlike(tapped.box, to)) return false;
  animate(picture, [{ transform: between(tapped.box, to) }, { transform: 'none' }]);
  return true;
}

/** The gradient over a wide picture, which a card does not have. */
function fade(hero: HTMLElement) {
  animate(hero, [{ opacity: 0 }, { opacity: 1 }], '::after');
}

const elapsed = () => (flight ? performance.now() - flight.startedAt : 0);

function animate(element: HTMLElement, frames: Keyframe[], pseudoElement?: string) {
  const options = { duration: DURATION_MS, easing: EASING, ...(pseudoElement && { pseudoElement }) };
  element.animate(frames, options).currentTime = elapsed();
}

/** Whether the box, as wide as the tapped one, is about as high: a low strip would jump out of a tall card. */
function isAlike(from: DOMRect, to: DOMRect): boolean {
  return (to.height * from.width) / to.width >= from.height * LOWEST;
}

/** The transform that shows a box at the place of another one of the same shape. */
export function between(from: DOMRect, to: DOMRect): string {
  const [a, b] = [centreOf(from), centreOf(to)];
  return `translate(${a.x - b.x}px, ${a.y - b.y}px) scale(${from.width / to.width})`;
}

function isInView(box: DOMRect): boolean {
  const { x, y } = centreOf(box);
  return x >= 0 && x <= innerWidth && y >= 0 && y <= innerHeight;
}

function centreOf({ left, top, width, height }: DOMRect) {
  return { x: left + width / 2, y: top + height / 2 };
}

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

let flight: { tapped: TappedPicture; startedAt: number } | null = null;

/** The tapped picture that led to this comic, if it is a cover and not a wide picture. */
export function tappedCover(comicId: number): TappedPicture | null {
  const tapped = tappedPicture(comicPath(comicId));
  return tapped && Math.abs(tapped.box.width / tapped.box.height - SHAPE) < ROUNDING ? tapped : null;
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

function fly(cover: HTMLElement, tapped: TappedPicture) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const now = performance.now();
  if (flight?.tapped !== tapped) flight = { tapped, startedAt: now };
  const elapsed = now - flight.startedAt;
  const to = cover.getBoundingClientRect();
  if (flight.startedAt - tapped.at > LATEST_MS || elapsed >= DURATION_MS) return;
  if (!isInView(tapped.box) || !isInView(to)) return;
  const moving = cover.animate([{ transform: between(tapped.box, to) }, { transform: 'none' }], {
    duration: DURATION_MS,
    easing: EASING,
  });
  moving.currentTime = elapsed;
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

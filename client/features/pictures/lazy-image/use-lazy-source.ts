import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Image } from '#contract/shapes';
import { firstPicture } from '../../../runtime/images/first-pictures.ts';
import { loadPicture } from '../../../runtime/images/pictures.ts';
import { chooseVariant } from './choose-variant.ts';
import { whenVisible } from './visibility.ts';

export type LazySource = { state: 'waiting' | 'loaded' | 'failed'; source: string | null };

const WAITING: LazySource = { state: 'waiting', source: null };

/** The data URI of an image, loaded once its element comes into view (at once with `priority`). */
export function useLazySource(
  element: RefObject<HTMLElement | null>,
  image: Image,
  { priority = false, width }: { priority?: boolean; width?: number },
): LazySource {
  const [result, setResult] = useState<LazySource & { of: string }>(() => {
    const source = firstPicture(image.url)?.source ?? null;
    return { state: source ? 'loaded' : 'waiting', source, of: image.url };
  });
  // A kept screen runs its effects again when it is shown: a loaded image stays loaded.
  const loaded = useRef<string | null>(null);

  useEffect(() => {
    const box = element.current;
    if (!box || loaded.current === image.url) return;
    const show = (source: string) => {
      loaded.current = image.url;
      setResult({ state: 'loaded', source, of: image.url });
    };
    let cancel = () => {};
    const load = () => {
      const boxWidth = width ?? box.getBoundingClientRect().width;
      const url = chooseVariant(image, boxWidth, devicePixelRatio);
      const running = loadPicture({ url, whole: image.url, width: boxWidth, distance });
      cancel = running.cancel;
      running.source.then(show, () => setResult({ state: 'failed', source: null, of: image.url }));
    };
    const distance = priority ? () => -1 : () => distanceOf(box);
    const stopWatching = priority ? () => {} : whenVisible(box, load);
    if (priority) load();
    return () => {
      stopWatching();
      cancel();
    };
  }, [element, image, priority, width]);

  return result.of === image.url ? result : WAITING;
}

/** How far an element is from the viewport, in CSS pixels; 0 while any of it is in view. */
function distanceOf(box: HTMLElement): number {
  const { top, bottom, left, right } = box.getBoundingClientRect();
  const down = Math.max(0, top - window.innerHeight, -bottom);
  const across = Math.max(0, left - window.innerWidth, -right);
  return Math.max(down, across);
}

import type { SourceState } from './page-sources.ts';
import type { Axis } from './strip-axis.ts';

type Picture = { axis: Axis; height: number; overlap: number; color: string; alt: string; onError: () => void };

/** Shows the image in its box, or its colour while it is not loaded. */
export function showPicture(box: HTMLElement, { state, source }: SourceState, picture: Picture): void {
  const { axis, height, overlap, color, alt, onError } = picture;
  box.dataset.state = state;
  box.style.backgroundColor = state === 'ready' ? '' : color;
  for (const image of box.querySelectorAll(':scope > img')) image.remove();
  if (source === null) return;
  const image = imageOf(source, alt);
  image.onerror = onError;
  box.prepend(image);
  if (overlap === 0) return;
  // A shifted copy of the image, whose last row lies below the edge of the next image.
  const copy = imageOf(source, '');
  copy.style.margin =
    axis === 'vertical' ? `${overlap}px 0 ${-height - overlap}px` : `0 ${overlap}px ${-height}px ${-overlap}px`;
  box.prepend(copy);
}

function imageOf(source: string, alt: string): HTMLImageElement {
  const image = new Image();
  image.decoding = 'async';
  image.alt = alt;
  image.draggable = false;
  image.className = 'size-full';
  image.src = source;
  return image;
}

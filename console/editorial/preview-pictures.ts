import { fetchPicture } from '../parts/picture.tsx';

/** The note that the page of the site has for its own script. */
type Note = { url: string; variants?: readonly { url: string; width: number }[] };

/** Wide enough for the preview on a sharp screen. */
const WIDTH = 780;

/** Puts the pictures into a page whose scripts do not run. */
export async function fillPictures(page: Document): Promise<void> {
  await Promise.all([...page.querySelectorAll<HTMLElement>('[data-picture]')].map(fill));
}

async function fill(element: HTMLElement): Promise<void> {
  const { url, variants = [] }: Note = JSON.parse(element.dataset.picture ?? '');
  const fitting = variants.filter(({ width }) => width >= WIDTH).toSorted((a, b) => a.width - b.width)[0];
  const source = await fetchPicture(fitting?.url ?? url).catch(() => null);
  if (source === null) return;
  // Not `instanceof`, because the element belongs to the window of the preview.
  if (element.tagName === 'IMG') element.setAttribute('src', source);
  else element.style.backgroundImage = `url(${source})`;
}

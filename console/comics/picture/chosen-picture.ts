import type { InputOf } from '#contract/call';
import type { comicPicture } from '#contract/console/comic-pictures';

type Picture = NonNullable<InputOf<typeof comicPicture>['picture']>;
type PageOfComic = Extract<Picture['from'], { what: 'page' }>;

/** A picture from which a cover is cut out; `url` shows it. */
export type ChosenPicture = { url: string } & ({ file: File } | { page: PageOfComic });

/** Reads a file so that the page may show it. */
export function readFile(file: File): Promise<ChosenPicture> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve({ url: reader.result as string, file });
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

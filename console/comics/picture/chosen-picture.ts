import type { InputOf } from '#contract/call';
import { pictureUnusable } from '#contract/codes';
import type { comicPicture } from '#contract/console/comic-pictures';
import { Refused } from '../../runtime/request.ts';
import { refuseHuge } from '../../upload/send-pictures.ts';

type Picture = NonNullable<InputOf<typeof comicPicture>['picture']>;
type PageOfComic = Extract<Picture['from'], { what: 'page' }>;

/** A picture from which a cover is cut out; `url` shows it. */
export type ChosenPicture = { url: string } & ({ file: File } | { page: PageOfComic });

/** Reads a file so that the page may show it. */
export async function readFile(file: File): Promise<ChosenPicture> {
  refuseHuge(file);
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve({ url: reader.result as string, file });
    reader.onerror = () => reject(new Refused(pictureUnusable, `读不出「${file.name}」，请重新选择`));
    reader.readAsDataURL(file);
  });
}

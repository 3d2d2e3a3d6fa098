import { useEffect, useRef, useState } from 'react';
import { pictureUpload } from '#contract/calls/support';
import { MOST_PICTURES } from '#contract/pictures';
import { toast } from '../../notices.ts';
import { send } from '../../runtime/browser.ts';
import { toBase64 } from '../../runtime/send/base64.ts';
import { shrinkPicture } from './shrink-picture.ts';

/** A picture that the reader picked; `id` once it is uploaded. */
export type PickedPicture = { key: number; preview: string; id: number | null };

export type PickedPictures = {
  list: readonly PickedPicture[];
  add(files: readonly File[]): void;
  remove(key: number): void;
};

/** Uploads pictures as they are picked. A picture that can't be used is dropped, and a toast shows the reason. */
export function usePictures(): PickedPictures {
  const [list, setList] = useState<readonly PickedPicture[]>([]);
  const previews = useRef(new Set<string>());
  const nextKey = useRef(0);
  /** One after the other, so that they keep the order in which they were picked. */
  const uploads = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    const made = previews.current;
    return () => {
      for (const preview of made) URL.revokeObjectURL(preview);
    };
  }, []);
  const remove = (key: number) => setList((all) => all.filter((each) => each.key !== key));
  const add = async (file: File) => {
    const key = nextKey.current++;
    const preview = URL.createObjectURL(file);
    previews.current.add(preview);
    setList((all) => [...all, { key, preview, id: null }]);
    const uploaded = uploads.current.then(() => upload(file));
    uploads.current = uploaded.catch(() => null);
    const id = await uploaded;
    if (id === null) remove(key);
    else setList((all) => all.map((each) => (each.key === key ? { ...each, id } : each)));
  };
  return {
    list,
    remove,
    add(files) {
      const room = MOST_PICTURES - list.length;
      if (files.length > room) toast(`最多 ${MOST_PICTURES} 张图片`);
      for (const file of files.slice(0, room)) void add(file);
    },
  };
}

/** The id of the uploaded picture; null if the server refused it. A toast then shows the reason. */
async function upload(file: File): Promise<number | null> {
  const bytes = await shrinkPicture(file);
  if (!bytes) {
    toast('这张图片读不出来，请换一张 JPEG、PNG 或 WebP');
    return null;
  }
  const answer = await send(pictureUpload, { image: toBase64(bytes) }).catch(() => {
    // Blocked as a duplicate.
    toast('这张图片已经选过了');
    return null;
  });
  return answer?.status === 1 ? (answer.data?.id ?? null) : null;
}

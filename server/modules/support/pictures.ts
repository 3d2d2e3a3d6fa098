import type { Pool } from 'pg';
import type { feedbackPicture, pictureUpload } from '#contract/calls/support';
import { MAX_PICTURE_BYTES, MOST_PICTURES } from '#contract/pictures';
import type { Tx } from '../../core/db/db.ts';
import type { ReaderDataOwner } from '../../core/module/reader-data-owner.ts';
import { BadField, type RefuseFor, refuse } from '../../core/refusal/refusal.ts';
import {
  addPicture,
  attachPictures,
  dropPictures,
  dropUnusedPictures,
  movePictures,
  pictureOfReader,
  picturesOfReader,
  type UploadedPicture,
} from './picture-store.ts';

const UNUSED_KEPT_MS = 24 * 3600 * 1000;

/** Pictures that readers send with feedback. */
export type Pictures = {
  /** Draws the picture again and stores it; refuses one that can't be used. */
  upload(
    refuse: RefuseFor<typeof pictureUpload>,
    upload: { readerId: number; bytes: Buffer; now: Date },
  ): Promise<Omit<UploadedPicture, 'image'>>;
  /** Refuses if the picture is not the reader's. */
  find(refuse: RefuseFor<typeof feedbackPicture>, id: number, readerId: number): Promise<UploadedPicture>;
  /** Gives the reader's pictures to a feedback; refuses if one of them is gone. */
  attach(tx: Tx, ids: readonly number[], owner: { readerId: number; feedbackId: number }): Promise<void>;
  /** Deletes pictures that were uploaded more than a day ago and belong to no feedback. */
  sweep(now: Date): Promise<void>;
  dataOwner: ReaderDataOwner;
};

/** Draws a picture again; null if it can't be used. */
export type RedrawPicture = (bytes: Buffer) => Promise<{ bytes: Buffer; width: number; height: number } | null>;

export function createPictures(pool: Pool, redraw: RedrawPicture): Pictures {
  return {
    async upload(refuse, { readerId, bytes, now }) {
      if (bytes.length === 0 || bytes.length > MAX_PICTURE_BYTES) throw new BadField('image');
      const drawn = await redraw(bytes);
      if (!drawn) return refuse('pictureUnusable');
      const { bytes: image, width, height } = drawn;
      return { id: await addPicture(pool, { readerId, image, width, height, at: now }), width, height };
    },

    async find(refuse, id, readerId) {
      return (await pictureOfReader(pool, id, readerId)) ?? refuse('pictureNotFound');
    },

    async attach(tx, ids, owner) {
      const wanted = new Set(ids).size;
      if (wanted === 0) return;
      const { attached, all } = await attachPictures(tx, ids, owner);
      if (attached < wanted || all > MOST_PICTURES) refuse('pictureNotFound');
    },

    sweep: (now) => dropUnusedPictures(pool, new Date(now.getTime() - UNUSED_KEPT_MS)),

    dataOwner: {
      name: 'feedbackPictures',
      mergeReader: movePictures,
      eraseReader: dropPictures,
      async exportReader(db, readerId) {
        const all = await picturesOfReader(db, readerId);
        return all.map(({ image, ...picture }) => ({ ...picture, image: image.toString('base64') }));
      },
    },
  };
}

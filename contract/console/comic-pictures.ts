import * as v from 'valibot';
import { Count, Id } from '../shapes.ts';
import { Entries, Reason } from './comic-shapes.ts';
import { staffCall } from './staff-call.ts';
import { UploadId } from './upload.ts';

const Part = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

export const comicPicture = staffCall({
  path: 'comics/picture',
  who: { staff: 'comics' },
  what: '换一部漫画的封面（3:4）或横图（2:1）：从上传的图片，或它的一页里剪下一块。picture 为 null 是去掉横图。',
  payload: v.pipe(
    v.object({
      id: Id,
      use: v.picklist(['cover', 'wide']),
      picture: v.nullable(
        v.object({
          from: v.variant('what', [
            /** A picture that was uploaded by upload/add. */
            v.object({ what: v.literal('file'), file: UploadId }),
            /** A page of the comic, by its position, and the piece of a page that is very tall. */
            v.object({ what: v.literal('page'), chapterId: Id, page: Count, piece: v.optional(Count, 0) }),
          ]),
          /** The part of the upright picture that is cut out, in fractions of its width and height. */
          crop: v.object({ x: Part, y: Part, width: Part, height: Part }),
        }),
      ),
      reason: Reason,
    }),
    v.check(({ use, picture }) => picture !== null || use === 'wide'),
  ),
  authorScope: ({ id, picture }) => ({
    comics: [id],
    chapters: picture?.from.what === 'page' ? [picture.from.chapterId] : [],
  }),
  data: Entries,
  refusals: {
    comicNotFound: null,
    comicMerged: null,
    chapterNotFound: null,
    importRunning: null,
    pictureUnusable: null,
    uploadNotFound: null,
    uploadIncomplete: null,
  },
});

import type { DataOf, PayloadOf } from '#contract/call';
import type { importUpload, viewUpload } from '#contract/console/upload';

type View = DataOf<typeof viewUpload>;

export type UploadState = View['state'];
/** The plan, or the result, for one file or folder of pictures. */
export type UploadedSource = View['sources'][number];
/** The decision of an editor about one source. */
export type SourceEdit = View['edits'][number];
export type UploadProgress = NonNullable<View['progress']>;
export type UploadedComic = View['comics'][number];
export type Publishing = PayloadOf<typeof importUpload>['publish'];

export type Upload = {
  id: string;
  personId: number;
  state: UploadState;
  createdAt: Date;
  changedAt: Date;
  edits: SourceEdit[];
  planNo: number;
  sources: UploadedSource[];
  comics: UploadedComic[];
  publish: Publishing | null;
  progress: UploadProgress | null;
  tries: number;
  failure: string | null;
};

/** An upload without the details, with the sums of its files. */
export type UploadSummary = Pick<Upload, 'id' | 'personId' | 'state' | 'createdAt' | 'changedAt'> & {
  files: number;
  bytes: number;
  received: number;
  about: string;
};

/** Deleted when nothing was done with it for so long. */
export const UNUSED_DAYS = 7;

import { useState } from 'react';
import { comicUndo } from '#contract/console/comics';
import { changePages, chapterPages } from '#contract/console/pages';
import { MOST_NEW_PAGES } from '#contract/page-changes';
import { showDone } from '../../runtime/done-notice.ts';
import { queryClient } from '../../runtime/queries.ts';
import { request } from '../../runtime/request.ts';
import { sendPictures } from '../../upload/send-pictures.ts';

/** The new pages of a chapter: current ones by their positions, and new pictures. */
export type NewPages = readonly (number | File)[];

/** Changes the pages of a chapter. `progress`: the current step; `null` without one. */
export function usePageChange(chapterId: number, version: string) {
  const [progress, setProgress] = useState<string | null>(null);
  const [error, setError] = useState<Error | null>(null);

  async function apply(wanted: NewPages, doneText: string) {
    setProgress('正在保存…');
    setError(null);
    const entries: number[] = [];
    try {
      for (let step: Step = { base: version, left: wanted }; step.left !== null; ) {
        const { now, later } = firstPart(step.left);
        const pages = await withUploads(now, setProgress);
        entries.push(...(await request(changePages, { chapterId, base: step.base, pages })).entries);
        step = later === null ? { base: '', left: null } : { base: await currentVersion(chapterId), left: later };
      }
    } catch (problem) {
      setError(problem instanceof Error ? problem : new Error());
    }
    if (entries.length > 0) showDone(doneText, () => request(comicUndo, { entries }));
    await queryClient.invalidateQueries();
    setProgress(null);
  }

  return { apply: (wanted: NewPages, doneText: string) => void apply(wanted, doneText), progress, error };
}

type Step = { base: string; left: NewPages | null };

/** As many new pictures as one call takes; `later` is the whole list after that call, `null` if nothing is left. */
export function firstPart(wanted: NewPages): { now: NewPages; later: NewPages | null } {
  let room = MOST_NEW_PAGES;
  const isNow = wanted.map((each) => typeof each === 'number' || room-- > 0);
  if (isNow.every(Boolean)) return { now: wanted, later: null };
  let position = 0;
  const later = wanted.map((each, index) => (isNow[index] ? position++ : each));
  return { now: wanted.filter((_each, index) => isNow[index]), later };
}

async function withUploads(wanted: NewPages, say: (text: string) => void): Promise<(number | string)[]> {
  const files = wanted.filter((each) => each instanceof File);
  if (files.length === 0) return wanted.filter((each) => typeof each === 'number');
  const ids = await sendPictures(files, (part) => say(`正在上传 ${Math.floor(100 * part)}%`));
  say('正在做成页…');
  return wanted.map((each) => (each instanceof File ? (ids[files.indexOf(each)] ?? '') : each));
}

async function currentVersion(chapterId: number): Promise<string> {
  return (await request(chapterPages, { chapterId })).version;
}

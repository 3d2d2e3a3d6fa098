import { useState } from 'react';
import { comicPicture } from '#contract/console/comic-pictures';
import { comicUndo } from '#contract/console/comics';
import { Button } from '../../../ui/button.tsx';
import { onDemand } from '../../../ui/on-demand.tsx';
import { NotLoaded } from '../../parts/not-loaded.tsx';
import { Problem } from '../../parts/page.tsx';
import { showDone } from '../../runtime/done-notice.ts';
import { useChange } from '../../runtime/queries.ts';
import { request } from '../../runtime/request.ts';
import type { Comic } from '../words.ts';

const PictureDialog = onDemand(() => import('./picture-dialog.tsx').then((m) => m.PictureDialog), NotLoaded);

/** Replaces the cover and the wide picture of a comic. */
export function PictureButtons({ comic: { id, wide } }: { comic: Comic }) {
  const [asked, setAsked] = useState<'cover' | 'wide' | null>(null);
  const remove = useChange(comicPicture);
  const removeWide = () =>
    remove.mutate(
      { id, use: 'wide', picture: null },
      { onSuccess: ({ entries }) => showDone('已去掉横图', () => request(comicUndo, { entries })) },
    );
  return (
    <>
      <Button look="tinted" onClick={() => setAsked('cover')}>
        换封面
      </Button>
      <Button look="tinted" onClick={() => setAsked('wide')}>
        {wide ? '换横图' : '加横图'}
      </Button>
      {wide && (
        <Button look="quiet" disabled={remove.isPending} onClick={removeWide}>
          去掉横图
        </Button>
      )}
      <Problem error={remove.error} />
      {asked && <PictureDialog id={id} use={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FileButton } from '../../parts/file-button.tsx';
import { Problem } from '../../parts/page.tsx';
import { type ChosenPicture, readFile } from './chosen-picture.ts';
import { CropForm } from './crop-form.tsx';
import { PageChoice } from './page-choice.tsx';

type PictureDialogProps = { id: number; use: 'cover' | 'wide'; onClose(): void };

/** Cuts the cover or the wide picture of a comic out of a file or one of its pages. */
export function PictureDialog({ id, use, onClose }: PictureDialogProps) {
  const [picture, setPicture] = useState<ChosenPicture | null>(null);
  const [choosesPage, setChoosesPage] = useState(false);
  const reading = useMutation({ mutationFn: readFile, onSuccess: setPicture });
  return (
    <Dialog title={use === 'cover' ? '换封面' : '换横图'} onClose={onClose}>
      {picture ? (
        <CropForm id={id} use={use} picture={picture} onBack={() => setPicture(null)} onDone={onClose} />
      ) : (
        <div className="flex flex-col gap-4">
          <p className="text-sm text-soft">
            {use === 'cover'
              ? '封面是 3:4 的竖图，宽 720 以上最清楚。'
              : '横图是 2:1，显示在漫画的页面顶部；没有就用封面。宽 1440 以上最清楚。'}
          </p>
          <FileButton
            text="选择图片"
            look="primary"
            disabled={reading.isPending}
            onPick={([file]) => file && reading.mutate(file)}
          />
          <Problem error={reading.error} />
          {choosesPage ? (
            <PageChoice comicId={id} onChoose={setPicture} />
          ) : (
            <Button look="tinted" onClick={() => setChoosesPage(true)}>
              用漫画里的一页
            </Button>
          )}
        </div>
      )}
    </Dialog>
  );
}

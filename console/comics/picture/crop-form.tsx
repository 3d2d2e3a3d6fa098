import { useState } from 'react';
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { comicPicture } from '#contract/console/comic-pictures';
import { comicUndo } from '#contract/console/comics';
import { Button } from '../../../ui/button.tsx';
import { Problem } from '../../parts/page.tsx';
import { showDone } from '../../runtime/done-notice.ts';
import { useChange } from '../../runtime/queries.ts';
import { request } from '../../runtime/request.ts';
import { sendPictures } from '../../upload/send-pictures.ts';
import type { ChosenPicture } from './chosen-picture.ts';

const ASPECTS = { cover: 3 / 4, wide: 2 };
const NAMES = { cover: '封面', wide: '横图' };

type CropFormProps = {
  id: number;
  use: 'cover' | 'wide';
  picture: ChosenPicture;
  onBack(): void;
  onDone(): void;
};

/** Chooses the part of a picture that is cut out. The server cuts. */
export function CropForm({ id, use, picture, onBack, onDone }: CropFormProps) {
  const [crop, setCrop] = useState<PercentCrop | null>(null);
  const [isShown, setIsShown] = useState(true);
  const [sending, setSending] = useState<string | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const change = useChange(comicPicture);
  const aspect = ASPECTS[use];

  async function save({ x, y, width, height }: PercentCrop) {
    setError(null);
    setSending('正在上传…');
    try {
      const from =
        'page' in picture
          ? picture.page
          : { what: 'file' as const, file: (await sendPictures([picture.file], () => {}))[0] ?? '' };
      setSending('正在剪裁…');
      const parts = { x: x / 100, y: y / 100, width: width / 100, height: height / 100 };
      const { entries } = await change.mutateAsync({ id, use, picture: { from, crop: parts } });
      onDone();
      showDone(`已换${NAMES[use]}`, entries.length > 0 ? () => request(comicUndo, { entries }) : null);
    } catch (problem) {
      setError(problem instanceof Error ? problem : new Error());
    }
    setSending(null);
  }

  return (
    <div className="flex flex-col gap-4">
      <ReactCrop
        {...(crop && { crop })}
        aspect={aspect}
        keepSelection
        className="ReactCrop--no-animate self-center"
        ariaLabels={LABELS}
        onChange={(_pixels, percent) => setCrop(percent)}
      >
        <img
          src={picture.url}
          alt="要剪裁的图片"
          className="max-h-[50dvh]!"
          onError={() => setIsShown(false)}
          onLoad={({ currentTarget: { width, height } }) =>
            setCrop(centerCrop(makeAspectCrop({ unit: '%', width: 100 }, aspect, width, height), width, height))
          }
        />
      </ReactCrop>
      {!isShown && (
        <p role="alert" className="text-sm text-danger">
          浏览器显示不了这张图片，请换一张 JPEG、PNG 或 WebP
        </p>
      )}
      <Problem error={error} />
      <div className="flex flex-wrap gap-3">
        <Button disabled={crop === null || sending !== null} onClick={() => crop && void save(crop)}>
          {sending ?? '保存'}
        </Button>
        <Button look="quiet" disabled={sending !== null} onClick={onBack}>
          换一张
        </Button>
      </div>
    </div>
  );
}

const LABELS = {
  cropArea: '剪裁的范围，用方向键移动',
  nwDragHandle: '左上角',
  nDragHandle: '上边',
  neDragHandle: '右上角',
  eDragHandle: '右边',
  seDragHandle: '右下角',
  sDragHandle: '下边',
  swDragHandle: '左下角',
  wDragHandle: '左边',
};

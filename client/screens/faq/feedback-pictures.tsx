import { useState } from 'react';
import { feedbackPicture } from '#contract/calls/support';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useCall } from '../../runtime/queries/queries.ts';

/** The pictures of a feedback. A tap enlarges one. */
export function FeedbackPictures({ pictures }: { pictures: readonly { id: number }[] }) {
  if (pictures.length === 0) return null;
  return (
    <ul className="mt-2 flex gap-2">
      {pictures.map(({ id }, index) => (
        <li key={id} className="size-18">
          <Picture id={id} name={`第 ${index + 1} 张图片`} />
        </li>
      ))}
    </ul>
  );
}

/** A stored picture does not change. */
const FOR_GOOD = { staleMs: Number.POSITIVE_INFINITY, background: true };

function Picture({ id, name }: { id: number; name: string }) {
  const { data, error, retry } = useCall(feedbackPicture, { id }, FOR_GOOD);
  const [isOpen, setOpen] = useState(false);
  if (error) {
    return (
      <button type="button" className="size-full rounded-lg bg-hollow text-xs text-soft" onClick={retry}>
        重试
      </button>
    );
  }
  if (!data) return <Skeleton className="size-full rounded-lg" />;
  const source = `data:image/webp;base64,${data.image}`;
  return (
    <>
      <button type="button" aria-label={`看${name}`} className="size-full" onClick={() => setOpen(true)}>
        <img src={source} alt={name} className="size-full rounded-lg object-cover" />
      </button>
      {isOpen && (
        <Dialog title="图片" onClose={() => setOpen(false)}>
          <img src={source} alt={name} width={data.width} height={data.height} className="h-auto w-full rounded-lg" />
        </Dialog>
      )}
    </>
  );
}

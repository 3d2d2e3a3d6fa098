import { useState } from 'react';
import { feedbackPicture } from '#contract/console/feedback';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { timeText } from '../parts/time.ts';
import { useAnswer } from '../runtime/queries.ts';
import type { Thread } from './words.ts';

/** The first message of the reader, and all later messages. */
export function Messages({ thread: { content, at, pictures, messages } }: { thread: Thread }) {
  return (
    <ol className="flex flex-col gap-3">
      <Message byReader content={content} at={at} />
      {pictures.length > 0 && (
        <li className="flex flex-wrap gap-3">
          {pictures.map(({ id }, index) => (
            <Picture key={id} id={id} no={index + 1} />
          ))}
        </li>
      )}
      {messages.map((message) => (
        <Message key={message.at} {...message} />
      ))}
    </ol>
  );
}

function Message({ byReader, content, at }: Thread['messages'][number]) {
  return (
    <li
      className={`max-w-prose rounded-2xl px-4 py-3 ${byReader ? 'self-start bg-sunken' : 'self-end bg-tint text-on-tint'}`}
    >
      <p className="break-words whitespace-pre-wrap">{content}</p>
      <p className={`mt-1 text-xs ${byReader ? 'text-soft' : ''}`}>
        {byReader ? '读者' : '答复'} {timeText(at)}
      </p>
    </li>
  );
}

function Picture({ id, no }: { id: number; no: number }) {
  const query = useAnswer(feedbackPicture, { id });
  const [isOpen, setIsOpen] = useState(false);
  if (query.error) return <p className="text-sm text-soft">图片 {no} 没有读出来</p>;
  if (!query.data) return <Skeleton className="size-28" />;
  const { image, width, height } = query.data;
  const shown = { src: `data:image/webp;base64,${image}`, width, height, alt: `读者的图片 ${no}` };
  return (
    <>
      <button type="button" aria-label={`放大图片 ${no}`} onClick={() => setIsOpen(true)}>
        <img {...shown} alt="" className="size-28 rounded-lg object-cover" />
      </button>
      {isOpen && (
        <Dialog title={`图片 ${no}`} onClose={() => setIsOpen(false)}>
          <img {...shown} alt={shown.alt} className="h-auto w-full" />
        </Dialog>
      )}
    </>
  );
}

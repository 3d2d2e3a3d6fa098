import { useState } from 'react';
import { feedbackSubmit } from '#contract/calls/support';
import { Button } from '../../../ui/button.tsx';
import { ForwardIcon } from '../../../ui/icons.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { sendWithProof } from '../../features/account/proof/send-with-proof.ts';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { toast } from '../../notices.ts';
import { comicPath } from '../../paths.ts';
import { MostRead } from './most-read.tsx';

/** 其他. */
const FEEDBACK_TYPE = 4;

type NoResultsProps = {
  words: string;
  near: readonly { text: string; comicId: number }[];
  /** Without the filters there may be some. */
  onUnfilter: (() => void) | null;
};

/** Nothing was found: similar results, and a link to report a missing comic. */
export function NoResults({ words, near, onUnfilter }: NoResultsProps) {
  const title = `没有找到「${words}」`;
  const way = onUnfilter ? <Button onClick={onUnfilter}>去掉筛选</Button> : <TellUs key={words} words={words} />;
  if (near.length === 0)
    return (
      <>
        <EmptyState title={title} hint={onUnfilter ? '去掉筛选再看看。' : '换个词试试，想看的也可以告诉我们。'}>
          {way}
        </EmptyState>
        <div className="page-width">
          <MostRead />
        </div>
      </>
    );
  return (
    <div className="page-width pt-6">
      <p className="text-soft">{title}</p>
      <section aria-label="你要找的是不是" className="pt-4">
        <h2 className="font-semibold">你要找的是不是</h2>
        <ul>
          {near.map(({ text, comicId }) => (
            <li key={comicId} className="border-b border-line">
              <ScreenLink to={comicPath(comicId)} className="flex min-h-12 items-center py-2">
                <span className="min-w-0 flex-1 truncate text-accent">{text}</span>
                <ForwardIcon className="size-5 shrink-0 text-soft" />
              </ScreenLink>
            </li>
          ))}
        </ul>
      </section>
      <p className="pt-8 pb-4 text-center text-sm text-soft">都不是？想看的可以告诉我们。</p>
      <p className="pb-6 text-center">{way}</p>
      <MostRead />
    </div>
  );
}

function TellUs({ words }: { words: string }) {
  const [state, setState] = useState<'open' | 'busy' | 'sent'>('open');
  const request = async () => {
    setState('busy');
    const content = `搜不到：${words}`;
    const answer = await sendWithProof(feedbackSubmit, { type: FEEDBACK_TYPE, content }, 'feedback').catch(() => null);
    if (answer?.status === 1) toast('已告诉我们，谢谢');
    setState(answer?.status === 1 ? 'sent' : 'open');
  };
  return (
    <Button look="tinted" disabled={state !== 'open'} onClick={() => void request()}>
      {state === 'sent' ? '已告诉我们' : '告诉我们'}
    </Button>
  );
}

import type { DataOf } from '#contract/call';
import type { faq } from '#contract/calls/support';
import { Button } from '../../../ui/button.tsx';
import { DownIcon } from '../../../ui/screen-icons.tsx';
import { copyAddress } from '../../features/share/shared-address.ts';
import { RichText } from '../../features/text/rich-text/rich-text.tsx';
import { questionPath } from '../../paths.ts';

export type QuestionItem = DataOf<typeof faq>['list'][number];

type QuestionProps = {
  item: QuestionItem;
  /** From the beginning. */
  isOpen: boolean;
  vote: boolean | undefined;
  onVote(helpful: boolean): void;
  onWrite(): void;
};

/** A question that opens its answer, with a vote whether it helped. */
export function Question({ item: { key, question, answer }, isOpen, vote, onVote, onWrite }: QuestionProps) {
  return (
    <li className="border-b border-line">
      <details className="group" open={isOpen}>
        <summary className="flex min-h-12 items-center gap-3 py-3 font-medium [&::-webkit-details-marker]:hidden">
          <span className="min-w-0 flex-1">{question}</span>
          <DownIcon className="size-4 shrink-0 text-soft group-open:rotate-180" />
        </summary>
        <div className="-mt-4 text-soft">
          <RichText text={answer} />
        </div>
        <div className="flex flex-wrap items-center gap-x-2 py-2 text-sm text-soft">
          <span id={`helpful-${key}`}>有帮助吗？</span>
          <fieldset aria-labelledby={`helpful-${key}`} className="flex gap-2">
            <Choice label="有" picked={vote === true} onPick={() => onVote(true)} />
            <Choice label="没有" picked={vote === false} onPick={() => onVote(false)} />
          </fieldset>
          <button
            type="button"
            className="-mr-2 ml-auto h-11 px-2 text-accent"
            onClick={() => void copyAddress(new URL(questionPath(key), location.origin).href)}
          >
            复制链接
          </button>
        </div>
        {vote === false && (
          <div className="flex items-center justify-between gap-3 pb-4 text-sm">
            <p className="min-w-0">没有解决？告诉我们。</p>
            <Button look="tinted" className="shrink-0" onClick={onWrite}>
              就这个问题写反馈
            </Button>
          </div>
        )}
      </details>
    </li>
  );
}

function Choice({ label, picked, onPick }: { label: string; picked: boolean; onPick(): void }) {
  return (
    <button
      type="button"
      aria-pressed={picked}
      onClick={onPick}
      className="h-11 min-w-14 rounded-full bg-sunken px-4 aria-pressed:bg-tint aria-pressed:font-medium aria-pressed:text-on-tint"
    >
      {label}
    </button>
  );
}

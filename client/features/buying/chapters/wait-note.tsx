import type { WaitFree } from '#contract/shapes';
import { useMoment } from '../../text/countdown/use-moment.ts';
import { useSecondsLeft } from '../../text/countdown/use-seconds-left.ts';
import { leftText } from './left-text.ts';

type WaitNoteProps = { waitFree: WaitFree; className?: string; onReady?: (() => void) | undefined };

/** 等就免费: shows whether a chapter can be opened now, or after what time. */
export function WaitNote({ waitFree: { hours, readyAt }, className = 'text-sm text-soft', onReady }: WaitNoteProps) {
  return (
    <p className={className}>
      {readyAt === null ? `等就免费：每 ${hours} 小时可免费读 1 话` : <Left until={readyAt} onReady={onReady} />}
    </p>
  );
}

function Left({ until, onReady }: { until: string; onReady: (() => void) | undefined }) {
  const seconds = useSecondsLeft(until);
  useMoment(until, onReady);
  return <>{seconds > 0 ? `剩 ${leftText(seconds)}可免费读 1 话` : '现在可免费读 1 话'}</>;
}

import { nextChapter } from '#contract/calls/comic';
import { ScreenLink } from '../../../features/screen-link/screen-link.tsx';
import { chapterPath } from '../../../paths.ts';
import { useCall } from '../../../runtime/queries/queries.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';

/** A link past a chapter that can't be read; a disabled button where there is no next one, or not yet. */
export function NextAfter({ chapterId }: { chapterId: number }) {
  const { data } = useCall(nextChapter, { id: chapterId });
  if (!data) {
    return (
      <Button look="tinted" disabled>
        下一话
      </Button>
    );
  }
  return (
    <ScreenLink to={chapterPath(data.id)} replace className={buttonClass('tinted')}>
      下一话
    </ScreenLink>
  );
}

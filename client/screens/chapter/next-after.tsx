import { nextChapter } from '#contract/calls/comic';
import { useCall } from '../../api/queries.ts';
import { ScreenLink } from '../../features/screen-link/screen-link.tsx';
import { chapterPath } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';

/** The way past a chapter that can't be read; nothing where there is no other. */
export function NextAfter({ chapterId }: { chapterId: number }) {
  const { data } = useCall(nextChapter, { id: chapterId });
  if (!data) return null;
  return (
    <ScreenLink to={chapterPath(data.id)} replace className={buttonClass('tinted')}>
      下一话
    </ScreenLink>
  );
}

import { followedAuthors } from '#contract/calls/library';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { authorPath } from '../../paths.ts';
import { useCall } from '../../runtime/queries/queries.ts';

const SHOWN = 50;

/** The authors that the reader follows, above the comics; nothing without any. */
export function FollowedAuthors() {
  const { data } = useCall(followedAuthors, { size: SHOWN }, { background: true });
  if (!data || data.list.length === 0) return null;
  return (
    <nav aria-label="关注的作者" className="page-width no-scrollbar flex items-center gap-2 overflow-x-auto pt-3">
      <span className="shrink-0 text-sm text-soft">作者</span>
      {data.list.map(({ name }) => (
        <ScreenLink
          key={name}
          to={authorPath(name)}
          className="flex h-11 shrink-0 items-center rounded-full bg-sunken px-4 text-sm active:opacity-70"
        >
          {name}
        </ScreenLink>
      ))}
    </nav>
  );
}

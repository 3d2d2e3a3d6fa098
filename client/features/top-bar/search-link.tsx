import { paths } from '../../paths.ts';
import { SearchIcon } from '../../ui/icons.tsx';
import { ScreenLink } from '../screen-link/screen-link.tsx';

/** The way to search, at the right of the bar of every listing. */
export function SearchLink() {
  return (
    <ScreenLink
      to={paths.search}
      aria-label="搜索"
      className="-mr-2 inline-flex size-11 shrink-0 items-center justify-center"
    >
      <SearchIcon />
    </ScreenLink>
  );
}

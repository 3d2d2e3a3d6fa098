import { SearchIcon } from '../../../../ui/icons.tsx';
import { paths } from '../../../paths.ts';
import { ScreenLink } from '../screen-link/screen-link.tsx';

/** The link to the search, at the right of the bar of every listing. */
export function SearchLink() {
  return (
    <ScreenLink
      to={paths.search}
      aria-label="搜索"
      className="-mr-2 inline-flex size-11 shrink-0 items-center justify-center lg:mr-0 lg:w-52 lg:justify-start lg:gap-2 lg:rounded-full lg:border-y-4 lg:border-transparent lg:bg-sunken lg:bg-clip-padding lg:px-4 lg:text-sm lg:text-soft"
    >
      <SearchIcon />
      <span aria-hidden className="hidden lg:inline">
        搜漫画、作者
      </span>
    </ScreenLink>
  );
}

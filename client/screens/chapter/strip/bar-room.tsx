import type { PageSources } from './page-sources.ts';
import type { StripLayout } from './strip-layout.ts';
import { useLineColor } from './use-line-color.ts';

type BarRoomProps = { layout: StripLayout; sources: Pick<PageSources, 'get' | 'subscribe'> };

/**
 * The space for the top bar above the first page. It takes the colour of that page's upper edge where that is darker than the
 * background, because a bright band above a dark page would be seen while the bar is hidden.
 */
export function BarRoom({ layout, sources }: BarRoomProps) {
  const color = useUpperColor(layout, sources);
  return (
    <div
      data-bar-room
      className="mx-auto bg-page bg-blend-darken pt-[env(safe-area-inset-top)] pb-px"
      style={{ width: layout.pages[0]?.width, backgroundImage: color && `linear-gradient(${color}, ${color})` }}
    >
      <div className="h-14 low:h-12" />
    </div>
  );
}

function useUpperColor({ pages, sources: all }: StripLayout, sources: BarRoomProps['sources']): string | undefined {
  const first = all[0];
  // Where a page is shown without its margins, they lie above its box.
  return useLineColor(sources, first?.key, {
    along: 'row',
    at: first ? -(pages[0]?.whole.top ?? 0) / first.height : 0,
  });
}

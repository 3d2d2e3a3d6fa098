import { useLocation } from 'react-router';
import { BOTTOM_TABS, TabLinks } from '../features/navigation/bottom-tabs.tsx';
import { screenAt } from '../routes.tsx';

/** The tab bar at the bottom. On wide screens the tabs are in the top bar. The empty box keeps the last row above the bar. */
export function BottomBar() {
  const { pathname } = useLocation();
  return (
    <>
      <div className="h-(--tabs) lg:hidden" aria-hidden />
      {/* A fixed height, fixed columns and icons that are not centred, so that nothing moves when the rest of the page arrives. */}
      <nav
        aria-label="主要页面"
        className="fixed inset-x-0 bottom-0 z-20 h-[calc(var(--tabs)+env(safe-area-inset-bottom)+1px)] lg:hidden border-t border-line pb-[env(safe-area-inset-bottom)] frosted"
      >
        <div className="page-width grid grid-cols-4">
          <TabLinks
            tabs={BOTTOM_TABS}
            isListing={screenAt(pathname).meta.keepAlive}
            className="words flex h-(--tabs) flex-col items-center pt-2 text-xs low:flex-row low:justify-center low:gap-1.5 low:pt-0"
          />
        </div>
      </nav>
    </>
  );
}

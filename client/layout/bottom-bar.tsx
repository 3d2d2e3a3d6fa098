import { useLocation } from 'react-router';
import { PLACES, PlaceLinks } from '../features/main-places/main-places.tsx';
import { screenAt } from '../routes.tsx';

/** The main screens, within reach of a thumb; a wide screen has them on top. Space below the last row keeps it clear of the bar. */
export function BottomBar() {
  const { pathname } = useLocation();
  return (
    <>
      <div className="h-(--places) lg:hidden" aria-hidden />
      <nav
        aria-label="主要页面"
        className="fixed inset-x-0 bottom-0 z-20 lg:hidden border-t border-line pb-[env(safe-area-inset-bottom)] frosted"
      >
        <div className="page-width flex">
          <PlaceLinks
            places={PLACES}
            isListing={screenAt(pathname).meta.keepAlive}
            className="flex h-(--places) flex-1 flex-col items-center justify-center text-xs low:flex-row low:gap-1.5"
          />
        </div>
      </nav>
    </>
  );
}

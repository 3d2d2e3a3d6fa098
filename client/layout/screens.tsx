import { Activity, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigationType } from 'react-router';
import { IN_PLACE } from '../features/navigation/screen-link/screen-navigation.ts';
import { noteVisit } from '../features/navigation/way-back/visits.ts';
import { paths } from '../paths.ts';
import { notFound, type Screen, screenAt } from '../routes.tsx';
import { endFirstRender } from '../runtime/first-render.ts';
import { useClientState } from '../state.ts';
import { isBack, rememberedWay, type Visit } from './navigation.ts';
import { restoreScroll, settleScroll, stopTracking } from './scroll.ts';

/** The maximum number of listings that stay rendered while they are hidden. It is at least the number of listings today. */
const KEPT_MAX = 7;

/**
 * Shows the screen of the address. Listings stay in the document, hidden and with their effects paused, so that
 * coming back finds the same nodes; they are ordered by path, or React would move them.
 */
export function Screens() {
  const { pathname, key } = useLocation();
  const screen = useOffered(screenAt(pathname));
  const kept = useKept(screen);
  useNavigationRules(screen);
  return (
    <>
      {kept.map((one) => (
        <Activity key={one.path} mode={one === screen ? 'visible' : 'hidden'}>
          <ScrollRestorer place={one.path} />
          <RenderedScreen screen={one} />
        </Activity>
      ))}
      {!screen.meta.keepAlive && (
        <>
          {!screen.meta.ownScroll && <ScrollRestorer key={key} place={key} />}
          {pathname === paths.root ? (
            // The key makes a second navigation to `/` redirect again before the first redirect is done.
            <Navigate key={key} to={paths.home} replace />
          ) : (
            <RenderedScreen
              key={screen.meta.ownScroll || screen === notFound ? screen.path : pathname}
              screen={screen}
            />
          )}
        </>
      )}
    </>
  );
}

/** The screen, or the one of unknown addresses if it is known that the feature of this one is off. */
function useOffered(screen: Screen): Screen {
  const isOff = useClientState((state) => state.session !== 'starting' && screen.meta.isOff?.(state) === true);
  return isOff ? notFound : screen;
}

/** Chooses the component once: a change of component would mount the screen again. */
function RenderedScreen({ screen }: { screen: Screen }) {
  const [Component] = useState(screen.component);
  useEffect(endFirstRender, []);
  return <Component />;
}

function useKept(screen: Screen): Screen[] {
  const [recent, setRecent] = useState<Screen[]>([]);
  if (screen.meta.keepAlive && recent.at(-1) !== screen) {
    setRecent([...recent.filter((one) => one !== screen), screen].slice(-KEPT_MAX));
  }
  return recent.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function ScrollRestorer({ place }: { place: string }) {
  useLayoutEffect(() => {
    restoreScroll(place);
    return () => stopTracking(place);
  }, [place]);
  return null;
}

function useNavigationRules(screen: Screen) {
  const { pathname, search, hash, key, state } = useLocation();
  const type = useNavigationType();
  const previous = useRef<(Visit & { key: string }) | null>(null);
  const fullPath = pathname + search + hash;

  useLayoutEffect(() => {
    const before = previous.current;
    if (before?.key === key && before.fullPath === fullPath) return;
    previous.current = { screenPath: screen.path, fullPath, key };
    noteVisit(fullPath, type, rememberedWay(before, screen.path));
    if (before && !screen.meta.ownScroll && state !== IN_PLACE) settleScroll(isBack(before, type));
  }, [screen, fullPath, key, type, state]);
}

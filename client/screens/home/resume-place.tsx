import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { onDemand } from '../../../ui/on-demand.tsx';
import { useHydrated } from '../../../ui/use-hydrated.ts';
import { deviceStorage } from '../../runtime/storage/safe-storage.ts';

const ResumeCard = onDemand(() => import('./resume-card.tsx').then((m) => m.ResumeCard));

const isStored = () => deviceStorage.getItem('resume') !== null;

/**
 * 继续阅读. The device keeps the comic that was read last, so that the row is there in the first frame. A newer answer is shown only
 * at the next visit, because it would move everything below. The server renders no row: a script in the page reserves it.
 */
export function ResumePlace() {
  const hydrated = useHydrated();
  const [shown, setShown] = useState(() => hydrated && isStored());
  // Runs again when the kept screen is shown, before its scroll position is restored.
  useLayoutEffect(() => {
    const page = document.documentElement;
    queueMicrotask(() => {
      if (window.scrollY > 0 && page.dataset.resume === undefined) return;
      flushSync(() => setShown(isStored()));
      delete page.dataset.resume;
    });
  }, []);
  return (
    <div className={shown ? 'page-width pt-4' : 'resume-place hidden'}>
      <div className="h-24">
        <ResumeCard shown={shown} onEmpty={() => setShown(false)} />
      </div>
    </div>
  );
}

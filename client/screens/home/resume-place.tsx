import { type ComponentType, lazy, Suspense, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ResumeCardProps } from './resume.ts';

const ResumeCard = lazy(() =>
  import('./resume-card.tsx')
    .then((loaded) => loaded.ResumeCard)
    // Where its code can't be loaded, the home screen works without.
    .catch(() => () => null)
    .then((Component: ComponentType<ResumeCardProps>) => ({ default: Component })),
);

const isKept = () => localStorage.getItem('resume') !== null;

/**
 * 继续阅读. What was read last is kept on the device, so that the place is there with the first frame; what is learned while
 * the screen is shown is there the next time, for it would move everything below.
 */
export function ResumePlace() {
  const [shown, setShown] = useState(isKept);
  // Runs again when the kept screen is shown, before its scroll position is restored.
  useLayoutEffect(() => queueMicrotask(() => window.scrollY === 0 && flushSync(() => setShown(isKept()))), []);
  return (
    <div className={shown ? 'page-width pt-4' : 'hidden'}>
      <div className="h-24">
        <Suspense>
          <ResumeCard shown={shown} onEmpty={() => setShown(false)} />
        </Suspense>
      </div>
    </div>
  );
}

import { type ComponentType, lazy, Suspense, useState } from 'react';
import type { Section } from '#contract/shapes';
import { HomeSection } from './home-section.tsx';
import type { OwnList, OwnListProps } from './own-list.tsx';

// Loaded on demand. Until it is loaded, or if that fails, the list for everybody is shown.
const FindOwnList = lazy(() =>
  import('./own-list.tsx')
    .then((loaded) => loaded.FindOwnList)
    .catch(() => () => null)
    .then((Component: ComponentType<OwnListProps>) => ({ default: Component })),
);

/** 为你推荐: the list for everybody, then the reader's own list, without the comics of the sections above. */
export function ForYouSection({ section, above, first }: { section: Section; above: number[]; first: boolean }) {
  const [own, setOwn] = useState<OwnList | null>(null);
  const list = own?.list.slice(0, section.list.length) ?? section.list;
  return (
    <>
      {/* Another key, so that cards of both lists do not change places. */}
      <HomeSection key={own ? 'own' : 'for everybody'} section={{ ...section, list }} note={own?.note} first={first} />
      <Suspense>
        <FindOwnList without={above} onFind={setOwn} />
      </Suspense>
    </>
  );
}

import { useState } from 'react';
import type { Section } from '#contract/shapes';
import { onDemand } from '../../../ui/on-demand.tsx';
import { HomeSection } from './home-section.tsx';
import type { OwnList } from './own-list.tsx';

// Until its code is loaded, the list for everybody is shown.
const FindOwnList = onDemand(() => import('./own-list.tsx').then((m) => m.FindOwnList));

/** 为你推荐: the list for everybody, then the reader's own list, without the comics of the sections above. */
export function ForYouSection({ section, above, first }: { section: Section; above: number[]; first: boolean }) {
  const [own, setOwn] = useState<OwnList | null>(null);
  const list = own?.list.slice(0, section.list.length) ?? section.list;
  return (
    <>
      {/* Another key, so that cards of both lists do not change places. */}
      <HomeSection key={own ? 'own' : 'for everybody'} section={{ ...section, list }} note={own?.note} first={first} />
      <FindOwnList without={above} onFind={setOwn} />
    </>
  );
}

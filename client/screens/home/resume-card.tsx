import { useEffect, useState } from 'react';
import { history } from '#contract/calls/library';
import { IconButton } from '../../../ui/button.tsx';
import { CloseIcon } from '../../../ui/screen-icons.tsx';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { LazyImage } from '../../features/pictures/lazy-image/lazy-image.tsx';
import { useReadAhead } from '../../features/reading/read-ahead/use-read-ahead.ts';
import { useCall } from '../../runtime/queries/queries.ts';
import { deviceStorage } from '../../runtime/storage/safe-storage.ts';
import { readStored, writeStored } from '../../runtime/storage/stored-json.ts';
import { type Resume, type ResumeCardProps, resumeOf } from './resume.ts';

const LOOKED_AT = 5;
const LIKE = { to: '', title: '', cover: { url: '' } };

/** The last read comic: first the copy on the device, then the account's. */
export function ResumeCard({ shown, onEmpty }: ResumeCardProps) {
  const { data } = useCall(history, { size: LOOKED_AT }, { background: true });
  const [kept, setKept] = useState(() => readStored<Resume>(deviceStorage, 'resume', LIKE));
  useEffect(() => {
    if (!data) return;
    const resume = resumeOf(data.list);
    if (resume && resume.at !== deviceStorage.getItem('resume-dismissed')) {
      writeStored(deviceStorage, 'resume', resume);
      setKept(resume);
    } else {
      deviceStorage.removeItem('resume');
      onEmpty();
    }
  }, [data, onEmpty]);
  useReadAhead((shown && kept?.chapterId) || null);
  if (!shown || !kept) return null;
  const { at, to, title, cover, line, percent, more, fresh = 0 } = kept;
  const dismiss = () => {
    deviceStorage.setItem('resume-dismissed', at);
    deviceStorage.removeItem('resume');
    onEmpty();
  };
  return (
    <section aria-label="继续阅读" className="relative flex h-full items-center rounded-2xl bg-sunken pr-11">
      <ScreenLink to={to} className="flex h-full min-w-0 flex-1 items-center gap-3 p-3 active:opacity-80">
        <span className="relative h-full shrink-0 overflow-hidden rounded-lg ring-inside">
          <LazyImage image={cover} alt="" priority className="aspect-3/4 h-full w-auto object-cover" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="text-xs text-soft">继续阅读</span>
          <span className="block truncate font-medium">{title}</span>
          <span className="block truncate text-xs leading-5 text-soft">
            {line}
            {fresh > 0 ? <span className="text-accent"> · 更新 {fresh} 话</span> : more > 0 && ` · 还有 ${more} 话`}
          </span>
          <span className="mt-1 block h-[3px] overflow-hidden rounded-full bg-line">
            <span className="block h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
          </span>
        </span>
      </ScreenLink>
      <IconButton label="不再显示" className="absolute top-0 right-0 text-soft" onClick={dismiss}>
        <CloseIcon className="size-4" />
      </IconButton>
    </section>
  );
}

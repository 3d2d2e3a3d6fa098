import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { history } from '#contract/calls/library';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { readIndex } from '../../features/downloads/download-index.ts';
import { useSearchParams } from '../../features/navigation/use-search-params.ts';
import { chapterPath, paths } from '../../paths.ts';
import { useCall } from '../../runtime/queries/queries.ts';
import { sharedPath } from './shared-path.ts';

/**
 * `/launch`: opens the installed app from a shortcut or a share. `?to=last` continues reading. A shared link of this site opens
 * its screen, and other shared text is searched for.
 */
export function LaunchScreen() {
  const [params] = useSearchParams();
  return params.get('to') === 'last' ? <ReadOn /> : <Leave to={sharedPath(params, location.origin)} />;
}

function ReadOn() {
  const { data, error } = useCall(history, { size: 1 });
  const last = data?.list[0];
  // Without a network the downloads are shown.
  if (error) return <Leave to={readIndex() ? paths.downloads : `${paths.library}?tab=history`} />;
  if (!data) return <Skeleton className="h-dvh w-full rounded-none" />;
  return <Leave to={last ? chapterPath(last.chapter.id) : paths.home} />;
}

function Leave({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace: true }), [navigate, to]);
  return null;
}

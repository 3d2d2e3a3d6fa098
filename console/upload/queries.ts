import { useQuery } from '@tanstack/react-query';
import type { DataOf } from '#contract/call';
import { viewUpload } from '#contract/console/upload';
import { request } from '../runtime/request.ts';

export type UploadView = DataOf<typeof viewUpload>;
export type UploadSource = UploadView['sources'][number];

const POLL_MS = 1_000;

/** One upload; asked again every second while the server works on it. */
export function useUpload(id: string) {
  return useQuery<UploadView>({
    queryKey: [viewUpload.path, { id }],
    queryFn: () => request(viewUpload, { id }),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'examining' || data?.state === 'importing' ? POLL_MS : false,
  });
}

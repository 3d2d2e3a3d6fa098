import type { InfiniteData } from '@tanstack/react-query';
import type { DataOf } from '#contract/call';
import { type delNotice, type Notice, notices, readNotice } from '#contract/calls/notices';
import { session } from '../../runtime/browser.ts';
import { queryClient } from '../../runtime/queries/queries.ts';
import { request } from '../../runtime/request.ts';

type Change = typeof readNotice | typeof delNotice;
type Selection = { ids: number[] } | { all: true };

/** Reads or deletes notices. Errors are shown by a toast, and the list stays as it is. */
export async function change(call: Change, selection: Selection) {
  try {
    await request(call, selection);
  } catch {
    return;
  }
  show(call, selection);
  await Promise.all([queryClient.invalidateQueries({ queryKey: [notices.path] }), session.refetchProfile()]);
}

/** Shows the change before the list comes again. */
function show(call: Change, selection: Selection) {
  const isMeant = ({ id }: Notice) => 'all' in selection || selection.ids.includes(id);
  const changed = (list: Notice[]) =>
    call === readNotice
      ? list.map((notice) => (isMeant(notice) ? { ...notice, read: true } : notice))
      : list.filter((notice) => !isMeant(notice));
  queryClient.setQueriesData<InfiniteData<DataOf<typeof notices>>>(
    { queryKey: [notices.path, 'list'] },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, list: changed(page.list) })) },
  );
}

import { useEffect } from 'react';
import { ChoiceBar } from '../../ui/notices.tsx';
import { closeDone, showDone, useDoneNotice } from '../runtime/done-notice.ts';
import { queryClient } from '../runtime/queries.ts';
import { messageOf } from '../runtime/request.ts';

const SHOWN_MS = 6000;
/** Long enough to read the text of the undo. */
const SHOWN_WITH_UNDO_MS = 20_000;

/** The last action, with 撤回 if it can be undone. */
export function DoneBar() {
  const notice = useDoneNotice((state) => state.notice);
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(closeDone, notice.undo ? SHOWN_WITH_UNDO_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  if (!notice) return null;
  const { undo } = notice;
  const undoIt = async () => {
    closeDone();
    try {
      await undo?.();
      await queryClient.invalidateQueries();
      showDone('已撤回');
    } catch (error) {
      showDone(`没有撤回：${messageOf(error)}`);
    }
  };
  return (
    <ChoiceBar
      key={notice.id}
      text={notice.text}
      choices={[
        { label: '关闭', choose: closeDone },
        ...(undo ? [{ label: '撤回', choose: () => void undoIt() }] : []),
      ]}
    />
  );
}

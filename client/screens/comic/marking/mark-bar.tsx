import { ChoiceBar } from '../../../../ui/notices.tsx';
import { dropFailed, retryMark, undoMark, useFailedMark, useMarks } from './marks.ts';

/** Shows the marked chapters of a comic, with a button to undo it; or that it was not stored, with a button to try again. */
export function MarkBar({ comicId }: { comicId: number }) {
  const { undoable } = useMarks();
  const { failed } = useFailedMark();
  if (undoable?.comicId === comicId)
    return <ChoiceBar text={undoable.text} choices={[{ label: '撤销', choose: undoMark }]} />;
  if (failed?.mark.comicId !== comicId) return null;
  return (
    <ChoiceBar
      text={`没有标成：${failed.reason}`}
      choices={[
        { label: '取消', choose: dropFailed },
        { label: '重试', choose: () => void retryMark() },
      ]}
    />
  );
}

import { Button } from '../../../ui/button.tsx';
import { useSecondTapIgnored } from '../../../ui/second-tap.ts';
import { undoRemoval, useRemovals } from './removal.ts';

/** Shows the removed comics, with a button to undo the removal. */
export function UndoBar() {
  const undoable = useRemovals((state) => state.undoable);
  return undoable && <Bar text={undoable.text} />;
}

function Bar({ text }: { text: string }) {
  const bar = useSecondTapIgnored<HTMLDivElement>();
  return (
    <div ref={bar} className="fixed inset-x-4 bottom-[calc(env(safe-area-inset-bottom)+72px)] z-30 flex justify-center">
      <p
        role="status"
        className="flex w-full max-w-sm animate-[rise_200ms] items-center rounded-2xl bg-raised py-1 pr-2 pl-5 shadow-lg ring-1 ring-line"
      >
        <span className="flex-1">{text}</span>
        <Button look="quiet" className="px-3 text-accent!" onClick={undoRemoval}>
          撤销
        </Button>
      </p>
    </div>
  );
}

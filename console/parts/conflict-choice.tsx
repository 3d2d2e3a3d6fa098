import { Button } from '../../ui/button.tsx';

type ConflictChoiceProps = {
  title: string;
  /** The value that is stored now, and the words of its button. */
  theirs: { label: string; text: string; keep: string };
  mine: string;
  onChoose(takesTheirs: boolean): void;
};

/** A value that two people have changed, and the choice of one of them. */
export function ConflictChoice({ title, theirs, mine, onChoose }: ConflictChoiceProps) {
  return (
    <li className="flex flex-col gap-2">
      <p className="font-medium">{title}</p>
      <p className="break-words">
        <span className="text-soft">{theirs.label}：</span>
        {theirs.text}
      </p>
      <p className="break-words">
        <span className="text-soft">你的：</span>
        {mine}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="tinted" onClick={() => onChoose(true)}>
          {theirs.keep}
        </Button>
        <Button look="tinted" onClick={() => onChoose(false)}>
          用我的
        </Button>
      </div>
    </li>
  );
}

import { Dialog } from '../../../../ui/dialog.tsx';

type Choice<Key> = { key: Key; label: string };

type ChoiceSheetProps<Key> = {
  title: string;
  choices: readonly Choice<Key>[];
  picked: Key;
  hint?: string;
  onPick(key: Key): void;
  onClose(): void;
};

/** One out of a few, picked by a tap. */
export function ChoiceSheet<Key extends string | number>(props: ChoiceSheetProps<Key>) {
  const { title, choices, picked, hint, onPick, onClose } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <fieldset aria-label={title} className="flex flex-col gap-2">
        {choices.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            aria-pressed={key === picked}
            onClick={() => onPick(key)}
            className="h-11 rounded-full bg-sunken px-4 aria-pressed:bg-tint aria-pressed:font-medium aria-pressed:text-on-tint"
          >
            {label}
          </button>
        ))}
      </fieldset>
      {hint && <p className="mt-4 text-sm text-soft">{hint}</p>}
    </Dialog>
  );
}

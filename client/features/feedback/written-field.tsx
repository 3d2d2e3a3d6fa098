import { useId } from 'react';

const MOST = 1000;

type WrittenFieldProps = { label: string; value: string; onText(text: string): void };

/** The text field for a message to the operator, with a counter of its length. */
export function WrittenField({ label, value, onText }: WrittenFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="text-sm text-soft">
        {label}（{value.length}/{MOST}）
      </label>
      <textarea
        id={id}
        rows={6}
        maxLength={MOST}
        value={value}
        onChange={(event) => onText(event.target.value)}
        className="mt-1 w-full resize-none rounded-lg bg-sunken p-3 text-base low:h-16"
      />
    </div>
  );
}

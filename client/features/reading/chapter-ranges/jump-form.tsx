import { type FormEvent, useState } from 'react';

type JumpFormProps = { onJump(no: number): void };

/** Goes to a chapter by its number. */
export function JumpForm({ onJump }: JumpFormProps) {
  const [text, setText] = useState('');
  const no = Number(text);
  const isNumber = text.trim() !== '' && Number.isFinite(no);
  const jump = (event: FormEvent) => {
    event.preventDefault();
    if (isNumber) onJump(no);
  };
  return (
    <form onSubmit={jump} className="flex shrink-0 items-center gap-1 text-sm text-soft">
      <input
        aria-label="第几话"
        inputMode="decimal"
        enterKeyHint="go"
        maxLength={7}
        placeholder="第几话"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-11 w-20 rounded-full bg-sunken px-3 text-center text-ink placeholder:text-soft"
      />
      <button type="submit" disabled={!isNumber} className="h-11 px-2 text-accent disabled:text-soft">
        跳转
      </button>
    </form>
  );
}

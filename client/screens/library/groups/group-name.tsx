import { type FormEvent, useState } from 'react';
import { saveGroup } from '#contract/calls/groups';
import { LONGEST_GROUP_NAME } from '#contract/group-limits';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { useChange } from '../../../features/account/use-change.ts';

type GroupNameProps = {
  label: string;
  /** The group to rename; none for a new one. */
  id?: number;
  name?: string;
  button: string;
  /** The text stays until this is done. */
  onSaved(id: number): Promise<void>;
};

/** A field for the name of a group, with the button that saves it. */
export function GroupName({ label, id, name = '', button, onSaved }: GroupNameProps) {
  const [text, setText] = useState(name);
  const { busy, change } = useChange(
    saveGroup,
    async (saved) => {
      await onSaved(saved.id);
      setText('');
    },
    '',
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') change({ ...(id !== undefined && { id }), name: text });
  };
  return (
    <form className="mt-2" onSubmit={onSubmit} noValidate>
      <TextField
        label={label}
        value={text}
        onText={setText}
        maxLength={LONGEST_GROUP_NAME}
        enterKeyHint="done"
        ref={id === undefined ? undefined : focus}
      >
        <Button type="submit" look="quiet" className="shrink-0 text-accent!" disabled={busy || text.trim() === ''}>
          {button}
        </Button>
      </TextField>
    </form>
  );
}

/** The reader has tapped the name that the field replaces. */
function focus(input: HTMLInputElement | null) {
  input?.focus();
}

import { TextField } from '../../ui/text-field.tsx';

type NotesInputProps = {
  label: string;
  error: string | null;
  titles: readonly string[];
  /** A line by the title of the comic. */
  notes: Readonly<Record<string, string>>;
  onNotes(notes: Record<string, string>): void;
};

/** A line about each comic of a list. */
export function NotesInput({ label, error, titles, notes, onNotes }: NotesInputProps) {
  if (titles.length === 0) return null;
  const set = (title: string, text: string) => {
    const { [title]: _before, ...others } = notes;
    onNotes(text === '' ? others : { ...others, [title]: text });
  };
  return (
    <fieldset className="flex flex-col gap-2 sm:col-span-2">
      <legend className="text-sm text-soft">{label}</legend>
      {titles.map((title) => (
        <TextField
          key={title}
          label={title}
          value={notes[title] ?? ''}
          maxLength={100}
          onText={(text) => set(title, text)}
        />
      ))}
      {error && (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

import { buttonClass } from '../../ui/button.tsx';

/** The pictures that the importer reads. */
export const PICTURE_FILES = 'image/*,.jxl,.heic,.jp2';

type FileButtonProps = {
  text: string;
  /** The accessible name, if the visible text is not clear enough. */
  label?: string;
  look?: 'primary' | 'tinted' | 'quiet';
  className?: string;
  multiple?: boolean;
  /** Default: pictures. */
  accept?: string;
  disabled: boolean;
  onPick(files: File[]): void;
};

/** A button that lets a person choose files. */
export function FileButton({ text, label = text, look = 'tinted', className = '', onPick, ...input }: FileButtonProps) {
  return (
    <label
      className={`${buttonClass(look, className)} relative cursor-pointer has-disabled:opacity-50 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent`}
    >
      {text}
      <input
        type="file"
        aria-label={label}
        accept={PICTURE_FILES}
        className="absolute inset-0 size-full cursor-pointer opacity-0 file:cursor-pointer"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // The same file can be chosen again.
          target.value = '';
          if (files.length > 0) onPick(files);
        }}
        {...input}
      />
    </label>
  );
}

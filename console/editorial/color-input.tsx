import { TextField } from '../../ui/text-field.tsx';

/** The accent of ui/palette.css, which the site has until another is chosen. */
const BUILT_IN = '#0f766e';

type ColorInputProps = {
  label: string;
  hint: string | undefined;
  error: string | null;
  /** Such as #0f766e; empty = the built-in one. */
  color: string;
  onColor(color: string): void;
};

/** A colour that is chosen from a palette or typed. */
export function ColorInput({ label, hint, error, color, onColor }: ColorInputProps) {
  return (
    <TextField label={label} hint={hint} error={error} value={color} onText={onColor} autoComplete="off">
      <input
        type="color"
        aria-label={`${label}：在色盘上选`}
        className="h-11 w-14 cursor-pointer rounded-md bg-transparent"
        value={/^#[0-9a-f]{6}$/i.test(color) ? color : BUILT_IN}
        onChange={({ target }) => onColor(target.value)}
      />
    </TextField>
  );
}

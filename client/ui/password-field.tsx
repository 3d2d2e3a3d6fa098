import { TextField } from './text-field.tsx';

type PasswordFieldProps = {
  label: string;
  value: string;
  onText(text: string): void;
  /** Whether it is one there is already, which a browser may fill in. */
  kind: 'current' | 'new';
};

/** A line for a password, of 20 signs at most. */
export function PasswordField({ kind, ...rest }: PasswordFieldProps) {
  return <TextField type="password" maxLength={20} autoComplete={`${kind}-password`} {...rest} />;
}

import { TextField } from './text-field.tsx';

type PasswordFieldProps = {
  label: string;
  value: string;
  onText(text: string): void;
  /** A current password may be filled in by the browser. */
  kind: 'current' | 'new';
  /** Why the value was refused. */
  error?: string | null;
};

/** The server's rule in one line; it also refuses what is tried first: leaked words, runs of keys, dates. */
export const NEW_PASSWORD_RULE = '8 到 20 个字符，不要用常见的词、连续的数字或按键、日期、手机号、用户名';

/** A password field, of 20 characters at most. */
export function PasswordField({ kind, ...rest }: PasswordFieldProps) {
  const hint = kind === 'new' ? NEW_PASSWORD_RULE : undefined;
  return <TextField type="password" maxLength={20} autoComplete={`${kind}-password`} hint={hint} {...rest} />;
}

import { TextField } from '../../../../ui/text-field.tsx';

type UsernameFieldProps = { value: string; onText(text: string): void; hint?: string; error: string | null };

export function UsernameField(props: UsernameFieldProps) {
  return (
    <TextField
      label="用户名"
      maxLength={50}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}

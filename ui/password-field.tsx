import { useState } from 'react';
import { IconButton } from './button.tsx';
import { EyeIcon } from './screen-icons.tsx';
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

/** The server's rule in one line. It also refuses common passwords: leaked words, keyboard sequences, dates. */
export const NEW_PASSWORD_RULE = '8 到 20 个字符，不要用常见的词、连续的数字或按键、日期、手机号、用户名';

export const USERNAME_RULE = '4 到 50 个字母、数字或 _，设定后不能更改';

/** A password field of at most 20 characters, with a button that shows the text. */
export function PasswordField({ kind, ...rest }: PasswordFieldProps) {
  const hint = kind === 'new' ? NEW_PASSWORD_RULE : undefined;
  const [seen, setSeen] = useState(false);
  return (
    <TextField
      type={seen ? 'text' : 'password'}
      maxLength={20}
      autoComplete={`${kind}-password`}
      autoCapitalize="none"
      spellCheck={false}
      hint={hint}
      {...rest}
    >
      <IconButton
        label="显示输入"
        aria-pressed={seen}
        className={seen ? 'text-accent' : 'text-soft'}
        onClick={() => setSeen(!seen)}
      >
        <EyeIcon />
      </IconButton>
    </TextField>
  );
}

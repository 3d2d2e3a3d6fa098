import { useState } from 'react';
import { PasswordField } from '../../../../ui/password-field.tsx';
import { FieldPair, TextField } from '../../../../ui/text-field.tsx';
import { useLoginDraft } from './login-draft.ts';

/** A problem that is shown under its field. */
type Problem = { field: 'username' | 'password'; text: string };

/** A typed username and password, and the problem with one of them. */
export function useCredentials() {
  const username = useLoginDraft((draft) => draft.username);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  return { username, password, setPassword, problem, setProblem };
}

type CredentialFieldsProps = ReturnType<typeof useCredentials> & { kind: 'current' | 'new'; usernameHint?: string };

export function CredentialFields(props: CredentialFieldsProps) {
  const { username, password, setPassword, problem, setProblem, kind, usernameHint } = props;
  const errorOf = (field: Problem['field']) => (problem?.field === field ? problem.text : null);
  return (
    <FieldPair>
      <TextField
        label="用户名"
        hint={usernameHint}
        value={username}
        onText={(text) => {
          useLoginDraft.setState({ username: text });
          setProblem(null);
        }}
        error={errorOf('username')}
        maxLength={50}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        label="密码"
        value={password}
        onText={(text) => {
          setPassword(text);
          setProblem(null);
        }}
        kind={kind}
        error={errorOf('password')}
      />
    </FieldPair>
  );
}

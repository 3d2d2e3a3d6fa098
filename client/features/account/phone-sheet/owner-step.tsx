import { type FormEvent, useState } from 'react';
import type { UserInfo } from '#contract/shapes';
import { Button } from '../../../../ui/button.tsx';
import { PasswordField } from '../../../../ui/password-field.tsx';
import { TextButton } from '../../../../ui/text-button.tsx';
import { BoundPhoneCode } from '../send-code/bound-phone-code.tsx';

type OwnerStepProps = {
  user: UserInfo;
  onNext(shown: { password: string } | { oldCode: string }): void;
};

/** The step that proves ownership of the account, by its password or a code sent to its phone. */
export function OwnerStep({ user, onNext }: OwnerStepProps) {
  const [byPassword, setByPassword] = useState(user.hasPassword);
  const [password, setPassword] = useState('');
  const [oldCode, setOldCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  const typed = (keep: (text: string) => void) => (text: string) => {
    keep(text);
    setProblem(null);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (byPassword && password === '') return setProblem('请输入用户密码!');
    if (!byPassword && oldCode === '') return setProblem('请输入验证码!');
    onNext(byPassword ? { password } : { oldCode });
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={onSubmit} noValidate>
      <p className="text-sm text-soft">
        第 1 步：确认是你本人。{user.telephone !== null && `现在绑定的是 ${user.telephone}`}
      </p>
      {byPassword ? (
        <PasswordField label="登录密码" value={password} onText={typed(setPassword)} kind="current" error={problem} />
      ) : (
        <BoundPhoneCode purpose="phone" code={oldCode} onCode={typed(setOldCode)} error={problem} />
      )}
      <Button type="submit" className="w-full">
        下一步
      </Button>
      {user.hasPassword && user.telephone !== null && (
        <TextButton
          onClick={() => {
            setByPassword(!byPassword);
            setProblem(null);
          }}
        >
          {byPassword ? '用原手机的短信验证' : '用登录密码验证'}
        </TextButton>
      )}
      {!user.hasPassword && (
        <p className="text-xs text-soft">
          原手机已经收不到短信？账号没有设密码，只能由网站核实之后更换：请在「帮助与反馈」里写明情况。
        </p>
      )}
    </form>
  );
}

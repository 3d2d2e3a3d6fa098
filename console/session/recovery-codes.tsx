import { Button } from '../../ui/button.tsx';
import { SecretText } from '../parts/secret-text.tsx';

/** The recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onDone, done }: { codes: readonly string[]; onDone(): void; done: string }) {
  return (
    <div className="flex flex-col gap-4">
      <p>手机丢了时，可以用恢复码代替验证码登录，每个只能用一次。请打印，或存进密码管理器。离开这一页就不再显示。</p>
      <ul className="grid gap-x-4 sm:grid-cols-2 gap-y-1 rounded-lg bg-sunken p-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code} className="break-all">
            {code}
          </li>
        ))}
      </ul>
      <CopyAll codes={codes} />
      <Button className="w-full" onClick={onDone}>
        {done}
      </Button>
    </div>
  );
}

function CopyAll({ codes }: { codes: readonly string[] }) {
  return (
    <details className="text-sm text-soft">
      <summary className="flex min-h-11 cursor-pointer items-center text-accent">复制全部恢复码</summary>
      <SecretText label="每行一个" text={codes.join('\n')} />
    </details>
  );
}

import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { passkeys } from '#contract/console/passkeys';
import { confirmFactor, me } from '#contract/console/session';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CodeField } from '../parts/field.tsx';
import { Problem } from '../parts/page.tsx';
import { useFactorPrompt } from '../runtime/factor-prompt.ts';
import { type Me, queryClient, useAnswer, useChange } from '../runtime/queries.ts';
import { confirmWithPasskey } from './passkey.ts';

/** Asks for the second factor before an action that needs it. */
export function FactorDialog() {
  const answer = useFactorPrompt((state) => state.answer);
  return answer && <Prompt answer={answer} />;
}

function Prompt({ answer }: { answer(isConfirmed: boolean): void }) {
  const { register, handleSubmit, formState, reset } = useForm<{ code: string }>();
  const done = (person: Me) => {
    queryClient.setQueryData([me.path], person);
    answer(true);
  };
  const change = useChange(confirmFactor, done);
  return (
    <Dialog title="再次验证身份" onClose={() => answer(false)}>
      <form
        className="flex flex-col gap-4"
        onSubmit={handleSubmit((values) => change.mutate(values, { onError: () => reset() }))}
        noValidate
      >
        <p className="text-soft">
          这项操作需要验证器上的验证码，之后 10 分钟内不再询问。刚刚登录用过的码不能再用，请等下一个。
        </p>
        <CodeField
          field={register('code', { required: true })}
          hint="6 位数字，或一个恢复码"
          error={formState.errors.code ? '请填写验证码' : null}
        />
        <Problem error={change.error} />
        <Button type="submit" className="w-full" disabled={change.isPending}>
          确认
        </Button>
      </form>
      <PasskeyConfirm onDone={done} />
    </Dialog>
  );
}

/** For people who have a passkey. */
function PasskeyConfirm({ onDone }: { onDone(person: Me): void }) {
  const { data } = useAnswer(passkeys, {});
  const change = useMutation({ mutationFn: confirmWithPasskey, onSuccess: onDone });
  if (!data?.list.length) return null;
  return (
    <div className="mt-3 flex flex-col gap-3">
      <Button look="tinted" disabled={change.isPending} onClick={() => change.mutate()}>
        用通行密钥
      </Button>
      <Problem error={change.error} />
    </div>
  );
}

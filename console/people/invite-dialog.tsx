import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Role } from '#contract/console/roles';
import { invite } from '#contract/console/staff';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { OnceDialog } from '../parts/once-dialog.tsx';
import { Problem } from '../parts/page.tsx';
import { staffNameFault } from '../parts/staff-name.ts';
import { useChange } from '../runtime/queries.ts';
import { MadeLink } from './made-link.tsx';
import { RoleField } from './role-field.tsx';

export function InviteDialog({ onClose }: { onClose(): void }) {
  const { register, handleSubmit, formState } = useForm<{ name: string }>();
  const [role, setRole] = useState<Role>('editor');
  const change = useChange(invite);
  if (change.data)
    return (
      <OnceDialog title="已添加" onClose={onClose}>
        <MadeLink {...change.data} name={change.variables?.name ?? ''} />
      </OnceDialog>
    );
  return (
    <Dialog title="添加员工" onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={handleSubmit(({ name }) => change.mutate({ name, role }))}
        noValidate
      >
        <Field
          label="用户名"
          autoComplete="off"
          maxLength={30}
          hint="对方登录用；不能再改"
          field={register('name', { validate: staffNameFault })}
          error={formState.errors.name?.message ?? null}
        />
        <RoleField value={role} onRole={setRole} />
        <Problem error={change.error} />
        <Button type="submit" className="w-full" disabled={change.isPending}>
          生成邀请链接
        </Button>
      </form>
    </Dialog>
  );
}

import type { UseFormRegisterReturn } from 'react-hook-form';
import { part } from '#contract/console/editorial';
import { Select } from '../parts/select.tsx';
import { useAnswer } from '../runtime/queries.ts';

type Theme = { id: number; title: string };

/** One of the saved themes. */
export function ThemeSelect({
  label,
  error,
  field,
}: {
  label: string;
  error: string | null;
  field: UseFormRegisterReturn;
}) {
  const { data } = useAnswer(part, { name: 'themes' });
  if (!data) return <Select label={label} options={[]} disabled />;
  const themes = data.value as readonly Theme[];
  const options = themes.map(({ id, title }) => [String(id), `${title}（${id}）`] as const);
  return (
    <div>
      <Select label={label} options={[['', themes.length > 0 ? '选一个' : '还没有专题'], ...options]} {...field} />
      {error && (
        <p role="alert" className="mt-1 text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

import { useState } from 'react';
import type { InputOf, Schema } from '#contract/call';
import type { StaffCall } from '#contract/console/staff-call';
import { Button } from '../../ui/button.tsx';
import { useChange } from '../runtime/queries.ts';
import { Problem } from './page.tsx';

/** The answer of a call that exports: `csv` holds the whole file, `rows` without its head. */
type Csv = { csv: string; rows: number; truncated: boolean };
type CsvCall = StaffCall<Schema, Schema<Csv>>;

/** Saves the answer of an export call as a file. */
export function ExportButton<C extends CsvCall>(props: { call: C; payload: InputOf<C>; fileName: string }) {
  const [note, setNote] = useState('');
  const change = useChange<C>(props.call, ({ csv, rows, truncated }) => {
    saveText(props.fileName, csv, 'text/csv;charset=utf-8');
    setNote(truncated ? `已导出最近 ${rows} 条，更早的请按日期分次导出` : `已导出 ${rows} 条`);
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="status" className="text-sm text-soft empty:hidden">
        {note}
      </p>
      <Problem error={change.error} />
      <Button look="tinted" disabled={change.isPending} onClick={() => change.mutate(props.payload)}>
        导出 CSV
      </Button>
    </div>
  );
}

/** Saves a text as a file of the browser's downloads. */
export function saveText(fileName: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

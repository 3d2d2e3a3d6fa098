import { diffLines } from 'diff';
import { useState } from 'react';
import { partVersion } from '#contract/console/editorial';
import type { PartName } from '#contract/console/editorial-parts';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../parts/page.tsx';
import { Select } from '../parts/select.tsx';
import { timeText } from '../parts/time.ts';
import { useAnswer } from '../runtime/queries.ts';
import { PART_FIELDS } from './part-fields.ts';
import { partLines } from './part-text.ts';

type Entry = { id: number; at: string; by: string };
type CompareDialogProps = { name: PartName; entry: Entry; entries: readonly Entry[]; onClose(): void };

const NOW = 'now';
const AROUND = 2;

/** The lines that differ between a part before a change and another version of it. */
export function CompareDialog({ name, entry, entries, onClose }: CompareDialogProps) {
  const [other, setOther] = useState(String(entry.id));
  const later = entries.filter(({ id }) => id >= entry.id);
  const options: [string, string][] = [
    ...later.map((each): [string, string] => [String(each.id), `${timeText(each.at)} ${each.by} 改过之后`]),
    [NOW, '现在的'],
  ];
  return (
    <Dialog title="比较两个版本" onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p className="text-sm text-soft">
          {timeText(entry.at)} {entry.by} 改之前的，与：
        </p>
        <Select label="比较的版本" value={other} options={options} onChange={({ target }) => setOther(target.value)} />
        <Lines name={name} from={entry.id} to={other} />
      </div>
    </Dialog>
  );
}

function Lines({ name, from, to }: { name: PartName; from: number; to: string }) {
  const before = useAnswer(partVersion, { name, entryId: from });
  const after = useAnswer(partVersion, { name, entryId: to === NOW ? from : Number(to) });
  const part = PART_FIELDS[name];
  return (
    <Loaded query={before}>
      {(old) => (
        <Loaded query={after}>
          {({ after: then, now }) => {
            const changes = diffLines(partLines(part, old.value), partLines(part, to === NOW ? now : then));
            if (changes.every(({ added, removed }) => !added && !removed))
              return <p className="text-soft">没有不同。</p>;
            return (
              <ul aria-label="不同的行" className="max-h-[50dvh] overflow-y-auto rounded-lg bg-sunken py-2 text-sm">
                {linesOf(changes).map(({ key, sign, text }) => (
                  <li key={key} className={`flex gap-2 px-3 break-words whitespace-pre-wrap ${LOOKS[sign]}`}>
                    <span aria-hidden className="w-3 shrink-0">
                      {sign}
                    </span>
                    {sign !== ' ' && <span className="sr-only">{sign === '+' ? '加上：' : '去掉：'}</span>}
                    <span className="min-w-0">{text}</span>
                  </li>
                ))}
              </ul>
            );
          }}
        </Loaded>
      )}
    </Loaded>
  );
}

const LOOKS: Readonly<Record<Line['sign'], string>> = {
  '+': 'bg-tint text-on-tint',
  '-': 'text-danger',
  ' ': 'text-soft',
  '…': 'text-soft',
};

type Line = { key: string; sign: '+' | '-' | ' ' | '…'; text: string };

function signOf(added: boolean, removed: boolean): '+' | '-' | ' ' {
  if (added) return '+';
  return removed ? '-' : ' ';
}

/** The lines that differ, with a few around them. */
function linesOf(changes: ReturnType<typeof diffLines>): Line[] {
  const last = changes.length - 1;
  return changes.flatMap(({ value, added, removed }, index): Line[] => {
    const lines = value.replace(/\n$/, '').split('\n');
    const sign = signOf(added, removed);
    const all = lines.map((text, at): Line => ({ key: `${index} ${at}`, sign, text }));
    const [head, tail] = [index === 0 ? 0 : AROUND, index === last ? 0 : AROUND];
    if (sign !== ' ' || all.length <= head + tail + 1) return all;
    return [...all.slice(0, head), { key: `${index} …`, sign: '…', text: '' }, ...all.slice(all.length - tail)];
  });
}

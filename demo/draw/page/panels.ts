import type { Beat } from '../../story/script.ts';
import type { Random } from '../random.ts';

type Speech = Extract<Beat, { kind: 'speech' }>;
type Action = Extract<Beat, { kind: 'action' }>;

/** The content of one frame. */
export type Panel =
  | { kind: 'place'; beat: Beat; caption: string | undefined }
  | { kind: 'sound'; beat: Beat; text: string }
  | { kind: 'action'; beat: Action; caption: undefined }
  | { kind: 'solo'; beat: Speech; caption: string | undefined }
  | { kind: 'duo'; beat: Speech; other: Speech; caption: undefined };

/** Groups beats into panels: a caption goes into the next panel, and two speakers may share one. */
export function panelsOf(beats: readonly Beat[], random: Random): Panel[] {
  const panels: Panel[] = [];
  for (let at = 0; at < beats.length; at++) {
    const beat = beats[at];
    if (beat === undefined) break;
    const next = beats[at + 1];
    const last = panels.at(-1);
    if (beat.kind === 'place') panels.push({ kind: 'place', beat, caption: undefined });
    else if (beat.kind === 'sound') panels.push({ kind: 'sound', beat, text: beat.text });
    else if (beat.kind === 'action') panels.push({ kind: 'action', beat, caption: undefined });
    else if (beat.kind !== 'speech') {
      if (last?.kind === 'place' && last.caption === undefined) last.caption = beat.text;
      else panels.push({ kind: 'place', beat, caption: beat.text });
    } else if (
      next?.kind === 'speech' &&
      next.who !== beat.who &&
      beat.text.length + next.text.length < 34 &&
      random.between(0, 1) < 0.42
    ) {
      panels.push({ kind: 'duo', beat, other: next, caption: undefined });
      at++;
    } else panels.push({ kind: 'solo', beat, caption: undefined });
  }
  return panels;
}

/** Distributes panels evenly over pages. */
export function dealt<T>(panels: readonly T[], most: number): T[][] {
  const pages = Math.max(1, Math.ceil(panels.length / most));
  return Array.from({ length: pages }, (_, at) =>
    panels.slice(Math.round((at * panels.length) / pages), Math.round(((at + 1) * panels.length) / pages)),
  ).filter((page) => page.length > 0);
}

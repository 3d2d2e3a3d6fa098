import { dirname } from 'node:path';
import type { ImportContext } from '../server/importer/run.ts';
import { type Confirm, confirmAtTerminal } from '../server/operator/commands/confirm.ts';
import type { DemoBesideImport } from '../server/operator/commands/import/import.ts';
import { removeDemo } from './remove-demo.ts';
import { readDemoState, writeDemoState } from './state.ts';

export const demoBesideImport: DemoBesideImport = {
  offerToRemove: (context) => offerToRemoveDemo(context),
  isDrawing: async (dataDir) => (await readDemoState(dataDir)) === 'drawing',
};

/** At the first import beside the demo, asks once whether to remove it. Without a terminal, prints how to remove it. */
export async function offerToRemoveDemo(context: ImportContext, confirm: Confirm = confirmAtTerminal): Promise<void> {
  const dataDir = dirname(context.imageDir);
  const state = await readDemoState(dataDir);
  if (state !== 'whole' && state !== 'drawing') return;
  const answer = await confirm('书库里有演示用的漫画，要去掉吗？(y/N) ');
  if (answer === true) {
    const removed = await removeDemo({ ...context, dataDir });
    context.stderr.write(`去掉了 ${removed} 部演示用的漫画。\n`);
  } else if (answer === null) context.stderr.write('书库里有演示用的漫画；去掉它们：manyu demo remove\n');
  else if (state === 'whole') await writeDemoState(dataDir, 'kept');
}

import { dirname } from 'node:path';
import { removeDemo } from '../../../../demo/remove-demo.ts';
import { readDemoState, writeDemoState } from '../../../../demo/state.ts';
import type { ImportContext } from '../../../importer/run.ts';
import { type Confirm, confirmAtTerminal } from '../confirm.ts';

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

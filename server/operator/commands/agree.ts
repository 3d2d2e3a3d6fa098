import { confirmAtTerminal } from './confirm.ts';

type Out = { write(text: string): unknown };

/** Asks for a confirmation. Prints a note if nothing is done. */
export async function agree(yes: boolean, stdout: Out, confirm = confirmAtTerminal): Promise<boolean> {
  const isSure = yes || (await confirm('就这样改？输入 yes 确认：'));
  if (isSure === null) stdout.write('什么也没有做：不在终端里运行时，确认要写 --yes。\n');
  if (isSure === false) stdout.write('什么也没有做。\n');
  return isSure === true;
}

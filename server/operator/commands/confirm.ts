import { createInterface } from 'node:readline/promises';

/** Asks the operator. Only a clear yes counts. Null if there is no terminal. */
export type Confirm = (question: string) => Promise<boolean | null>;

/** Asks at the terminal. */
export async function confirmAtTerminal(question: string): Promise<boolean | null> {
  const { stdin, stdout } = process;
  if (!stdin.isTTY) return null;
  const terminal = createInterface({ input: stdin, output: stdout });
  try {
    return /^(y|yes|是)$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
  }
}

/** Asks for a confirmation, unless it was given. Prints a note if nothing is done. */
export async function agree(
  yes: boolean,
  stdout: { write(text: string): unknown },
  confirm: Confirm,
  question = '就这样改？输入 yes 确认：',
): Promise<boolean> {
  const isSure = yes || (await confirm(question));
  if (isSure === null) stdout.write('什么也没有做：不在终端里运行时，确认要写 --yes。\n');
  if (isSure === false) stdout.write('什么也没有做。\n');
  return isSure === true;
}

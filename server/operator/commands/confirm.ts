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

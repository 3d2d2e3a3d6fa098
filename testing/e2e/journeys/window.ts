export type Element = Readonly<Record<string, string>>;

/** A window of a browser, driven as the WebDriver standard says. */
export type Window = {
  navigate(url: string): Promise<void>;
  /** What a script returns, a function's body that sees its `arguments`. */
  run(script: string, ...args: readonly unknown[]): Promise<unknown>;
  press(element: Element): Promise<void>;
  type(element: Element, text: string): Promise<void>;
  close(): Promise<void>;
};

const PATIENCE_MS = 30_000;
const PAUSE_MS = 200;

/** Finds what has this name and can be pressed or typed into, in the topmost dialog where one is open. */
const FIND = `
  const [selector, name] = arguments;
  const dialogs = [...document.querySelectorAll('dialog[open]')];
  const nameOf = (each) => (each.ariaLabel || each.labels?.[0]?.innerText || each.innerText || '').trim();
  const seen = [...(dialogs.at(-1) ?? document).querySelectorAll(selector)].filter(
    (each) => each.checkVisibility() && !each.disabled);
  return seen.find((each) => nameOf(each) === name) ?? seen.find((each) => nameOf(each).includes(name)) ?? null;
`;

/** Asks until there is an answer. */
export async function until<Answer>(what: string, ask: () => Promise<Answer | null>): Promise<Answer> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() > end) throw new Error(`没有等到：${what}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

const isElement = (value: unknown): value is Element => typeof value === 'object' && value !== null;

/** Finds what has this name and acts on it; a screen that is drawn anew in between has another in its place. */
async function actOn(window: Window, selector: string, name: string, act: (element: Element) => Promise<void>) {
  await until(`${selector}「${name}」`, async () => {
    const found = await window.run(FIND, selector, name);
    if (!isElement(found)) return null;
    return act(found).then(
      () => true,
      (error: unknown) => {
        if (String(error).includes('stale element')) return null;
        throw error;
      },
    );
  });
}

export async function press(window: Window, name: string, selector: string): Promise<void> {
  await actOn(window, selector, name, (element) => window.press(element));
}

export async function type(window: Window, label: string, text: string): Promise<void> {
  await actOn(window, 'input', label, (element) => window.type(element, text));
}

export async function see(window: Window, what: string, script: string): Promise<void> {
  await until(what, async () => ((await window.run(script)) === true ? true : null));
}

export async function seeText(window: Window, text: string): Promise<void> {
  await see(window, text, `return document.body.innerText.includes(${JSON.stringify(text)})`);
}

export type Element = Readonly<Record<string, string>>;

/** A browser window with the commands of WebDriver. */
export type Window = {
  navigate(url: string): Promise<void>;
  /** Runs a function body with `arguments` and returns its result. */
  run(script: string, ...args: readonly unknown[]): Promise<unknown>;
  press(element: Element): Promise<void>;
  type(element: Element, text: string): Promise<void>;
  close(): Promise<void>;
};

const PATIENCE_MS = 30_000;
const PAUSE_MS = 200;

/** Finds a control by its name, in the topmost dialog if one is open. */
const FIND = `
  const [selector, name] = arguments;
  const dialogs = [...document.querySelectorAll('dialog[open]')];
  const nameOf = (each) => (each.ariaLabel || each.labels?.[0]?.innerText || each.innerText || '').trim();
  const seen = [...(dialogs.at(-1) ?? document).querySelectorAll(selector)].filter(
    (each) => each.checkVisibility() && !each.disabled);
  return seen.find((each) => nameOf(each) === name) ?? seen.find((each) => nameOf(each).includes(name)) ?? null;
`;

/** Repeats until there is a result. */
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

/** Finds a control and acts on it. Retries, because a re-render may replace the element. */
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

import { access } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { FirstAnswers } from '#contract/first-answers';
import type { Clock } from '../core/dispatch/ctx.ts';

/**
 * Renders a screen with the client's own components; without answers its waiting state. `isWhole`: with the content below the
 * first screen.
 */
export type RenderScreen = (
  path: string,
  siteName: string,
  now: number,
  answers?: FirstAnswers,
  isWhole?: boolean,
) => Promise<string>;

/** The HTML of a screen, and the time that its texts refer to. */
export type RenderedScreen = { html: string; at: number };

export type RenderedScreens = {
  /** The screen of a path with these answers; null if it can't be rendered. */
  screen(path: string, siteName: string, answers: string): Promise<RenderedScreen | null>;
  /** The home screen in its waiting state. */
  frame(siteName: string): Promise<string>;
};

const MOST_CHARACTERS = 8_000_000;
/** Texts such as 5分钟前 depend on the time. */
const KEPT_MS = 60_000;

/** The renderer of the build; null in tests without a build. */
export async function readRenderer(folder: string): Promise<RenderScreen | null> {
  const file = path.join(folder, '.server/entry-server.mjs');
  const isBuilt = await access(file).then(
    () => true,
    () => false,
  );
  if (!isBuilt) return null;
  const { renderScreen }: { renderScreen: RenderScreen } = await import(pathToFileURL(file).href);
  return renderScreen;
}

/** Caches the HTML of each path while its answers are the same. */
export function createRenderedScreens(
  render: RenderScreen | null,
  clock: Clock,
  log: Pick<Logger, 'error'>,
): RenderedScreens {
  type CachedScreen = { screen: RenderedScreen; checkedAt: number; answers: string; siteName: string };
  const kept = new LRUCache<string, CachedScreen>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ screen, answers }) => screen.html.length + answers.length,
  });
  let frame: { siteName: string; html: string } | null = null;

  async function rendered(path: string, siteName: string, answers: string | null): Promise<RenderedScreen | null> {
    const at = clock().getTime();
    try {
      const html = await render?.(path, siteName, at, answers === null ? undefined : JSON.parse(answers));
      return html === undefined ? null : { html, at };
    } catch (error) {
      log.error({ err: error, path }, 'a screen could not be rendered');
      return null;
    }
  }

  return {
    async screen(path, siteName, answers) {
      const last = kept.get(path);
      const isSame = last?.answers === answers && last.siteName === siteName;
      const age = clock().getTime() - (last?.checkedAt ?? 0);
      if (isSame && age >= 0 && age < KEPT_MS) return last.screen;
      const made = await rendered(path, siteName, answers);
      if (!made) return null;
      // With the same texts the page stays the same, so browsers do not fetch it again.
      const screen = isSame && last.screen.html === made.html ? last.screen : made;
      kept.set(path, { screen, checkedAt: made.at, answers, siteName });
      return screen;
    },
    async frame(siteName) {
      if (frame?.siteName !== siteName)
        frame = { siteName, html: (await rendered('/home', siteName, null))?.html ?? '' };
      return frame.html;
    },
  };
}

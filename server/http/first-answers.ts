import type { Call } from '#contract/call';
import { banner, home } from '#contract/calls/site';
import type { Envelope } from '#contract/envelope';
import { paths } from '#contract/paths';
import type { App } from '../app.ts';
import { escapeJson } from '../core/text/markup.ts';

/** The page that the service worker keeps. */
export const KEPT_PAGE = '/index.html';

/** Where the built page takes them. */
const PLACE = /(<script type="application\/json" id="first-answers">)(<\/script>)/;
const BANNER_SLOTS = Array.from({ length: 13 }, (_, index) => index + 1);

/** What the screen of a path asks first, as its page carries it; null where there is nothing for everybody. */
export type FirstAnswers = (path: string) => Promise<string | null>;

/** Pages that bring the answers of home. The service worker answers with the last one at every address. */
const HOME: readonly string[] = [paths.root, paths.home, KEPT_PAGE];

/** Whether the page is one of those, all of which is in memory. */
export function isHome(path: string): boolean {
  return HOME.includes(path);
}

/**
 * The answers that a page brings with it, so that its first covers wait for no call. Those of home are the cached ones, opened once
 * for each time that they are made. What a shared address shows is put together of what is in memory, too.
 */
export function createFirstAnswers({
  answers,
  cipher,
  share,
}: Pick<App, 'answers' | 'cipher' | 'share'>): FirstAnswers {
  const opened = new WeakMap<Buffer, string | null>();
  const noPayload = '';
  const allSlots = cipher.seal(JSON.stringify({ no: BANNER_SLOTS }));

  async function dataOf({ path }: Call, payload: string): Promise<string | null> {
    const sealed = await answers.forPage(path, payload);
    const known = typeof sealed === 'string' ? undefined : opened.get(sealed);
    if (known !== undefined) return known;
    const { status, data }: Envelope = JSON.parse(cipher.open(sealed.toString()));
    const text = status === 1 ? escapeJson(data) : null;
    if (typeof sealed !== 'string') opened.set(sealed, text);
    return text;
  }

  return async (path) => {
    if (!isHome(path)) {
      const found = await share.answers(path);
      return found && escapeJson(found);
    }
    const [homeAnswer, bannerAnswer] = await Promise.all([dataOf(home, noPayload), dataOf(banner, allSlots)]);
    if (!homeAnswer || !bannerAnswer) return null;
    return `{"home":${homeAnswer},"banners":${bannerAnswer}}`;
  };
}

/** The page with these answers in it. */
export function withFirstAnswers(page: string, answers: string | null): string {
  return answers === null ? page : page.replace(PLACE, (_all, start, end) => start + answers + end);
}

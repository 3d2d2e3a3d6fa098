import { banner, home } from '#contract/calls/site';
import type { Envelope } from '#contract/envelope';
import { paths } from '#contract/paths';
import type { App } from '../app.ts';
import type { Origin } from '../core/ctx.ts';
import { escapeJson } from '../core/markup.ts';

/** The page that the service worker keeps. */
export const KEPT_PAGE = '/index.html';

/** Where the built page takes them. */
const PLACE = /(<script type="application\/json" id="first-answers">)(<\/script>)/;
const BANNER_SLOTS = Array.from({ length: 13 }, (_, index) => index + 1);

/** The page asks for itself: the same for everybody, and limited as one visitor is. */
const PAGE: Origin = {
  address: '127.0.0.1',
  url: '',
  secure: false,
  userAgent: '',
  token: null,
  deviceCookie: undefined,
};

/** What the screen of a path asks first, as its page carries it; null where there is nothing for everybody. */
export type FirstAnswers = (path: string) => Promise<string | null>;

/** Pages that bring the answers of home. The service worker answers with the last one at every address. */
const HOME: readonly string[] = [paths.root, paths.home, KEPT_PAGE];

/**
 * The answers that a page brings with it, so that its first covers wait for no call. Those of home are the cached ones, opened once
 * for each time that they are made; banners are in memory. What a shared address shows is put together of what is in memory, too.
 */
export function createFirstAnswers({
  dispatcher,
  cipher,
  share,
}: Pick<App, 'dispatcher' | 'cipher' | 'share'>): FirstAnswers {
  const opened = new WeakMap<Buffer, string | null>();
  const noPayload = '';
  const allSlots = cipher.seal(JSON.stringify({ no: BANNER_SLOTS }));

  function dataOf(sealed: string | Buffer): string | null {
    const { status, data }: Envelope = JSON.parse(cipher.open(sealed.toString()));
    return status === 1 ? escapeJson(data) : null;
  }

  async function homeData(): Promise<string | null> {
    const kept = dispatcher.kept(home.path, noPayload);
    if (!kept) return dataOf((await dispatcher.handle(home.path, noPayload, PAGE)).body);
    const known = opened.get(kept.sealed);
    if (known !== undefined) return known;
    const data = dataOf(kept.sealed);
    opened.set(kept.sealed, data);
    return data;
  }

  return async (path) => {
    if (!HOME.includes(path)) {
      const answers = await share.answers(path);
      return answers && escapeJson(answers);
    }
    const [homeAnswer, bannerAnswer] = await Promise.all([
      homeData(),
      dispatcher.handle(banner.path, allSlots, PAGE).then(({ body }) => dataOf(body)),
    ]);
    if (!homeAnswer || !bannerAnswer) return null;
    return `{"home":${homeAnswer},"banners":${bannerAnswer}}`;
  };
}

/** The page with these answers in it. */
export function withFirstAnswers(page: string, answers: string | null): string {
  return answers === null ? page : page.replace(PLACE, (_all, start, end) => start + answers + end);
}

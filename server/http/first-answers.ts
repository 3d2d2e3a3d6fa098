import type { Call } from '#contract/call';
import { finish, free, genre, newComics, promotion, rank, weekly } from '#contract/calls/listings';
import { banner, home } from '#contract/calls/site';
import type { Envelope } from '#contract/envelope';
import { paths } from '#contract/paths';
import type { App } from '../app.ts';
import { escapeJson } from '../core/text/markup.ts';

/** The page that the service worker stores. */
export const SERVICE_WORKER_PAGE = '/index.html';

/** The element of the built page for the answers. */
const PLACE = /(<script type="application\/json" id="first-answers">)(<\/script>)/;
const BANNER_SLOTS = Array.from({ length: 13 }, (_, index) => index + 1);

/** The `FirstAnswers` of a path as JSON for its page; null if there are none for all readers. */
export type FirstAnswersOf = (path: string) => Promise<string | null>;

/** Pages with the answers of home. The service worker uses the last of them for every address. */
const HOME: readonly string[] = [paths.root, paths.home, SERVICE_WORKER_PAGE];

/** Whether the page has the answers of home. All of them are in memory. */
export function isHome(path: string): boolean {
  return HOME.includes(path);
}

/** The first call of a screen. `list`: it fetches the first page of an endless list. */
type FirstCall = { call: Call; input?: object; list?: boolean };

const GENRES: FirstCall = { call: genre };

/** The first calls of home and the listings, before the reader has chosen anything. */
const FIRST_CALLS: Record<string, readonly FirstCall[]> = {
  [paths.home]: [{ call: home }],
  [paths.weekly]: [{ call: weekly, list: true }],
  [paths.new]: [{ call: newComics, list: true }, GENRES],
  [paths.complete]: [{ call: finish, list: true }, GENRES],
  [paths.ranking]: [{ call: rank, input: { type: 'day' }, list: true }, GENRES],
  [paths.freesale]: [{ call: promotion, input: { size: 12 } }],
  [paths.free]: [{ call: free, list: true }, GENRES],
};

/**
 * The answers in a page, so that its first covers wait for no call. For the listings they come from the answer cache and are
 * decrypted once. For a comic or a chapter they are made from the catalogue in memory.
 */
export function createFirstAnswers({
  answers: kept,
  cipher,
  share,
}: Pick<App, 'answers' | 'cipher' | 'share'>): FirstAnswersOf {
  const opened = new WeakMap<Buffer, string | null>();

  async function dataOf({ path }: Call, input?: object): Promise<string | null> {
    const sealed = await kept.forPage(path, input ? cipher.seal(JSON.stringify(input)) : '');
    const known = typeof sealed === 'string' ? undefined : opened.get(sealed);
    if (known !== undefined) return known;
    const { status, data }: Envelope = JSON.parse(cipher.open(sealed.toString()));
    const text = status === 1 ? escapeJson(data) : null;
    if (typeof sealed !== 'string') opened.set(sealed, text);
    return text;
  }

  return async (path) => {
    const calls = FIRST_CALLS[isHome(path) ? paths.home : path];
    if (!calls) {
      const answers = await share.answers(path);
      return answers && escapeJson(answers);
    }
    const asked = [...calls.map(({ call, input }) => dataOf(call, input)), dataOf(banner, { no: BANNER_SLOTS })];
    const texts = await Promise.all(asked);
    if (texts.includes(null)) return null;
    const answers = calls.map(({ call, input = null, list = false }, at) => {
      return `{"path":"${call.path}","input":${JSON.stringify(input)},"list":${list},"data":${texts[at]}}`;
    });
    return `{"banners":${texts.at(-1)},"answers":[${answers.join()}]}`;
  };
}

/** Writes the answers into the page. */
export function withFirstAnswers(page: string, answers: string | null): string {
  return answers === null ? page : page.replace(PLACE, (_all, start, end) => start + answers + end);
}

import type { AnyCall, InputOf } from '#contract/call';
import { banner, home, text } from '#contract/calls/site';
import { faq } from '#contract/calls/support';
import { drawPart } from '#contract/console/editorial';
import type { DrawnPart } from '#contract/console/editorial-parts';
import type { FirstAnswers } from '#contract/first-answers';
import { paths } from '#contract/paths';
import type { Ctx } from '../../core/dispatch/ctx.ts';
import { type Served, serve } from '../../core/dispatch/dispatch.ts';
import type { Module } from '../../core/module/module.ts';
import { type Brand, draftEditorial, type Editorial, type Parts } from '../../modules/editorial/editorial.ts';
import { homeCalls } from '../home.ts';
import type { HomeSources } from '../home-sections.ts';

type Mistake = { path: (string | number)[]; what: string };
type Page = { path: string; brand: Brand; at: Date; answers: FirstAnswers };

export type DrawingParts = {
  /** The parts as they would be with an edited one, and its mistakes. */
  readDraft(edited: { name: DrawnPart; value: unknown }, now: Date): Promise<{ mistakes: Mistake[]; parts: Parts }>;
  /** The HTML of a page of the site, without scripts. */
  drawPage(page: Page): Promise<string>;
};

const SLOTS = Array.from({ length: 13 }, (_, index) => index + 1);

/** The page on which readers see a part, and the call that it makes. */
const SEEN_AT: Readonly<Partial<Record<DrawnPart, { path: string; call: AnyCall; input: object }>>> = {
  faq: { path: paths.faq, call: faq, input: {} },
  service: { path: paths.service, call: text, input: { name: 'service' } },
  privacy: { path: paths.privacy, call: text, input: { name: 'privacy' } },
};
const HOME = { path: paths.home, call: home, input: null };

/** Shows the reader's page with the unsaved changes of an editor. */
export function drawingModule(
  { readDraft, drawPage }: DrawingParts,
  sources: HomeSources,
  /** The calls of the editorial module. */
  callsOf: (editorial: Editorial) => readonly Served[],
): Module {
  async function answersOf(name: DrawnPart, editorial: Editorial, ctx: Ctx): Promise<FirstAnswers> {
    const served = [...callsOf(editorial), ...homeCalls({ ...sources, editorial })];
    const run = (call: AnyCall, payload: object) => {
      const found = served.find((each) => each.call.path === call.path);
      if (!found) throw new Error(`no handler for ${call.path}`);
      return found.run(ctx, payload);
    };
    const { call, input } = SEEN_AT[name] ?? HOME;
    const banners = (await run(banner, { no: SLOTS } satisfies InputOf<typeof banner>)) as FirstAnswers['banners'];
    return { banners, answers: [{ path: call.path, input, list: false, data: await run(call, input ?? {}) }] };
  }

  return {
    consoleCalls: [
      serve(drawPart, async (ctx, { name, value, at: asked }) => {
        const { mistakes, parts } = await readDraft({ name, value }, ctx.now);
        if (mistakes.length > 0) return { mistakes, html: null };
        const [editorial, at] = [draftEditorial(parts), new Date(asked)];
        const answers = await answersOf(name, editorial, { ...ctx, now: at });
        const { path } = SEEN_AT[name] ?? HOME;
        return { mistakes, html: await drawPage({ path, brand: await editorial.brand(), at, answers }) };
      }),
    ],
  };
}

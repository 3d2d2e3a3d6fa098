import type { FirstAnswers } from '#contract/first-answers';
import type { Brand } from '../modules/editorial/editorial.ts';
import { brandPage } from './branded-page.ts';
import { ROOT } from './composed-page.ts';
import { readSite, type Site } from './site.ts';

type DrawnPage = { path: string; brand: Brand; at: Date; answers: FirstAnswers };

/** Elements that run or are fetched apart from the page, and those that browsers show instead of scripts. */
const OTHERS =
  /<(script|noscript)\b[^>]*>.*?<\/\1>|<template id="app">.*?<\/template>|<link rel="(icon|apple-touch-icon|manifest)"[^>]*>/gs;

/** Draws pages of the built site for the console. They have no scripts, and react to nothing. */
export function createPageDrawer(folder: string): (page: DrawnPage) => Promise<string> {
  let opened: Promise<Site> | null = null;
  return async ({ path, brand, at, answers }) => {
    opened ??= readSite(folder);
    const { page, render } = await opened;
    const screen = (await render?.(path, brand.name, at.getTime(), answers, true)) ?? '';
    const drawn = brandPage(page(path), brand).replace(ROOT, () => `<div id="root" inert>${screen}</div>`);
    return drawn.replace(OTHERS, '');
  };
}

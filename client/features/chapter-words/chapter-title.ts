export { chapterTitle } from '#contract/chapter-title';

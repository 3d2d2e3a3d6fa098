export { chapterName, chapterTitle } from '#contract/chapter-title';

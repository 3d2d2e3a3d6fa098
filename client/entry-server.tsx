import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import type { FirstAnswers } from '#contract/first-answers';
import { setSiteName } from './features/navigation/use-site-name.ts';
import { showFirstAnswers } from './first-screen/show-first-answers.ts';
import { Shell } from './layout/shell.tsx';
import { screenAt } from './routes.tsx';
import { holdRenderClock } from './runtime/clock/server-clock.ts';
import { queryClient } from './runtime/queries/queries.ts';
import { renderAllSections } from './screens/home/first-sections.ts';

const NO_ANSWERS: FirstAnswers = { banners: null, answers: [] };

/**
 * The HTML of a screen as a new reader sees it at this time; without answers, its waiting state. `isWhole`: with the content
 * below the first screen.
 */
export async function renderScreen(
  path: string,
  siteName: string,
  now: number,
  answers: FirstAnswers = NO_ANSWERS,
  isWhole = false,
): Promise<string> {
  await screenAt(path).load();
  // From here to the end nothing waits, so that no other page is rendered with this state.
  setSiteName(siteName);
  holdRenderClock(now);
  renderAllSections(isWhole);
  queryClient.clear();
  showFirstAnswers(answers);
  return renderToString(
    <QueryClientProvider client={queryClient}>
      <StaticRouter location={path}>
        <Shell />
      </StaticRouter>
    </QueryClientProvider>,
  );
}

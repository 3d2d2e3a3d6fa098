import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubPage } from '../../../runtime/testing/fake-page.ts';

let stage: ReturnType<typeof stubPage>;
const navigate = vi.fn();

beforeEach(() => {
  vi.resetModules();
  stage = stubPage();
  navigate.mockReset();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Loads the modules again, as a new page does, with functions to visit entries of the history. */
async function load() {
  const { useClientState } = await import('../../../state.ts');
  const { noteVisit, historyIndex, trailBefore } = await import('./visits.ts');
  const { goBack, leaveScreen } = await import('./way-back.ts');
  const visit = (idx: number, path: string, remembered?: string) => {
    stage.page.history.state = { idx };
    noteVisit(path, 'PUSH', remembered);
  };
  const backPath = () => useClientState.getState().backPath;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  return { visit, historyIndex, trailBefore, goBack, leaveScreen, backPath, useClientState, clock };
}

test.each([null, 'state', {}, { idx: '3' }])('a history entry with the state %j counts as the first', async (state) => {
  const { historyIndex } = await load();
  stage.page.history.state = state;
  expect(historyIndex()).toBe(0);
  stage.page.history.state = { idx: 3 };
  expect(historyIndex()).toBe(3);
});

test('a visit notes the way back, for a reload as well', async () => {
  const { visit, backPath, trailBefore } = await load();
  visit(0, '/home');
  expect(backPath()).toBeNull();
  visit(1, '/comic/7', '/home');
  expect(backPath()).toBe('/home');
  visit(2, '/chapter/9');
  expect(backPath()).toBe('/home');
  expect(trailBefore().map((visited) => visited?.fullPath)).toEqual(['/home', '/comic/7']);
  vi.resetModules();
  const reloaded = await load();
  expect(reloaded.trailBefore().map((visited) => visited?.fullPath)).toEqual(['/home', '/comic/7']);
});

test.each(['{', '{"length":1}', 'null'])('a damaged trail %s counts as empty', async (stored) => {
  stage.session.set('trail', stored);
  stage.page.history.state = { idx: 5 };
  const { trailBefore } = await load();
  expect(trailBefore()).toEqual([]);
});

test('the way back goes back in the history to the last such entry, not to the current one', async () => {
  const { visit, goBack } = await load();
  visit(0, '/home');
  visit(1, '/home');
  visit(2, '/comic/7', '/home');
  visit(3, '/chapter/9');
  visit(4, '/comic/7');
  goBack(navigate);
  expect(navigate.mock.calls).toEqual([[-3]]);
});

test('the way back to the very first entry goes back too', async () => {
  const { visit, goBack } = await load();
  visit(0, '/home');
  visit(1, '/comic/7', '/home');
  goBack(navigate);
  expect(navigate.mock.calls).toEqual([[-1]]);
});

test('a way back that is not in the history is a navigation, and without any it is home', async () => {
  const { visit, goBack, useClientState, clock } = await load();
  visit(0, '/comic/7');
  goBack(navigate);
  useClientState.setState({ backPath: '/new' });
  clock.mockReturnValue(2000);
  goBack(navigate);
  expect(navigate.mock.calls).toEqual([['/home', { replace: true }], ['/new']]);
});

test('leaving a screen goes to the previous one, or home if there is none', async () => {
  const { leaveScreen, clock } = await load();
  stage.page.history.state = { idx: 1 };
  leaveScreen(navigate);
  stage.page.history.state = { idx: 0 };
  clock.mockReturnValue(2000);
  leaveScreen(navigate);
  expect(navigate.mock.calls).toEqual([[-1], ['/home', { replace: true }]]);
});

test.each(['goBack', 'leaveScreen'] as const)('%s ignores a second tap within 300 ms', async (way) => {
  const { [way]: leave, clock } = await load();
  leave(navigate);
  clock.mockReturnValue(1299);
  leave(navigate);
  expect(navigate).toHaveBeenCalledTimes(1);
  clock.mockReturnValue(1599);
  leave(navigate);
  expect(navigate).toHaveBeenCalledTimes(2);
});

import { beforeEach, expect, test } from 'vitest';
import { callEnded, callStarted, useClientState } from './state.ts';

const now = () => {
  const { counter, loading } = useClientState.getState();
  return { counter, loading };
};

beforeEach(() => useClientState.setState({ counter: 0, loading: false }));

test('the state has the names of the specification', () => {
  expect(Object.keys(useClientState.getState())).toEqual(
    expect.arrayContaining([
      'counter',
      'loading',
      'loginVisible',
      'userInfo',
      'config',
      'topBanner',
      'bannerList',
      'eventBannerList',
    ]),
  );
});

test('loading lasts as long as calls run', () => {
  callStarted();
  callStarted();
  callEnded(false);
  expect(now()).toEqual({ counter: 1, loading: true });
  callEnded(false);
  expect(now()).toEqual({ counter: 0, loading: false });
});

test('a failed call clears the loading flag, whatever else runs', () => {
  callStarted();
  callStarted();
  callEnded(true);
  expect(now()).toEqual({ counter: 1, loading: false });
});

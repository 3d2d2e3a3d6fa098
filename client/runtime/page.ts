type Globals = 'document' | 'location' | 'navigator' | 'addEventListener';

/** The page while the server renders a screen: it is empty and sends no events. */
const NO_PAGE = {
  document: { cookie: '', referrer: '', querySelector: () => null },
  location: { protocol: '', hostname: '', pathname: '', search: '', hash: '' },
  navigator: { userAgent: '', maxTouchPoints: 0 },
  addEventListener: () => undefined,
};

/**
 * The globals of the page that modules use while they are imported or while a screen is rendered. Code that runs only in a browser,
 * such as effects, uses the globals themselves.
 */
export const page: Pick<typeof globalThis, Globals> =
  'document' in globalThis ? globalThis : (NO_PAGE as unknown as typeof globalThis);

/** Whether this is the server. */
export const isServer = page !== globalThis;

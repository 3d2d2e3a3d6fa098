/** Code that could not be loaded is loaded again after this time. */
export const RETRY_MS = 5000;

/**
 * Loads code that is used without a component: a load that failed is tried again until it succeeds, and all who wait for it share it.
 */
export function lateCode<Code>(load: () => Promise<Code>): () => Promise<Code> {
  let loading: Promise<Code> | null = null;
  const loadUntilThere = async (): Promise<Code> => {
    for (;;) {
      try {
        return await load();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  };
  return () => (loading ??= loadUntilThere());
}

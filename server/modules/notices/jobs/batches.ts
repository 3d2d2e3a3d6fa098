/** Readers whose notices are added in one transaction. */
export const BATCH = 1000;
/** Batches in one run, so that a run ends soon. The next run continues. */
const MOST_BATCHES = 60;

/** Repeats until a batch has found nothing more to do. */
export async function runBatches(batch: () => Promise<boolean>): Promise<void> {
  for (let count = 0; count < MOST_BATCHES; count++) if (!(await batch())) return;
}

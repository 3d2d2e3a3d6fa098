import { create } from 'zustand';

/** The open question for a second factor; null = none. */
type FactorPrompt = { answer: ((isConfirmed: boolean) => void) | null };

export const useFactorPrompt = create<FactorPrompt>(() => ({ answer: null }));

let asking: Promise<boolean> | null = null;

/** Asks for the second factor; true once it is confirmed. Calls that need it at the same time share one question. */
export function askFactor(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    useFactorPrompt.setState({ answer: resolve });
  }).finally(() => {
    asking = null;
    useFactorPrompt.setState({ answer: null });
  });
  return asking;
}

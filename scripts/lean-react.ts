import type { Plugin } from 'vite';

/** The version that this was written and tested against. */
const VERSION = '19.3.1';

/** What is left of a function: nothing, or the answer that a page without the feature gets. */
type Left = '' | 'return null;' | 'return false;' | 'return "";';

/** Functions of React's own build that no page of this app gets to, by the feature that it does without. */
const UNUSED: readonly { feature: string; left: Left; functions: string }[] = [
  {
    feature: 'pages rendered by a server, which are taken over',
    left: '',
    functions: `ReactDOMHydrationRoot attemptContinuousHydration attemptExplicitHydrationTarget
      attemptHydrationAtCurrentPriority clearHydrationBoundary clearIfContinuousEvent commitActivityHydrationCallbacks
      commitSuspenseHydrationCallbacks hideOrUnhideDehydratedBoundary markRetryLaneIfNotHydrated mountHostRootWithoutHydrating
      popToNextHostParent prepareToHydrateHostInstance pushDehydratedActivitySuspenseHandler queueHydrationError
      registerSuspenseInstanceRetry replayUnblockedEvents resetHydrationState restoreSuspendedTreeContext
      retryActivityComponentWithoutHydrating retryDehydratedSuspenseBoundary retryIfBlockedOn
      retrySuspenseComponentWithoutHydrating scheduleCallbackIfUnblocked scheduleReplayQueueIfNeeded throwOnHydrationMismatch
      updateDehydratedSuspenseComponent`,
  },
  {
    feature: 'pages rendered by a server, which are taken over',
    left: 'return null;',
    functions: `canHydrateHydrationBoundary canHydrateInstance canHydrateTextInstance getActivityInstanceFromFiber getNextHydratable
      getNextHydratableInstanceAfterHydrationBoundary getParentHydrationBoundary getSuspenseInstanceFromFiber
      upgradeHydrationErrorsToRecoverable`,
  },
  {
    feature: 'pages rendered by a server, which are taken over',
    left: 'return false;',
    functions: 'isSuspenseInstanceFallback isSuspenseInstancePending popHydrationState queueIfContinuousEvent',
  },
  {
    feature: 'ViewTransition',
    left: '',
    functions: `ViewTransitionPseudoElement applyViewTransitionName applyViewTransitionToHostInstances
      applyViewTransitionToHostInstancesRecursive commitAppearingPairViewTransitions commitDeletedPairViewTransitions
      commitEnterViewTransitions commitExitViewTransitions commitNestedViewTransitions createViewTransitionInstance
      measureClonedInstance measureInstance measureNestedViewTransitions measureViewTransitionHostInstancesRecursive
      pushViewTransitionCancelableScope queueTransitionTypes reportViewTransitionError restoreEnterOrExitViewTransitions
      restoreNestedViewTransitions restorePairedViewTransitions restoreViewTransitionName restoreViewTransitionOnHostInstances
      scheduleViewTransitionEvent startViewTransition trackEnterViewTransitions`,
  },
  {
    feature: 'ViewTransition',
    left: 'return null;',
    functions: 'claimQueuedTransitionTypes getClassNameByType getViewTransitionClassName getViewTransitionName',
  },
  {
    feature: 'refs to a Fragment',
    left: '',
    functions: `FragmentInstance commitFragmentInstanceDeletionEffects commitFragmentInstanceInsertionEffects
      commitNewChildToFragmentInstance commitNewChildToFragmentInstances deleteChildFromFragmentInstance`,
  },
  { feature: 'refs to a Fragment', left: 'return false;', functions: 'isFragmentInstanceParent' },
  {
    feature: 'sheets, scripts and titles as elements, and hints for them',
    left: '',
    functions: `acquireResource adoptPreloadPropsForScript adoptPreloadPropsForStylesheet getHydratableHoistableCache insertStylesheet
      insertStylesheetIntoRoot insertSuspendedStylesheets mountHoistable preconnect preconnectAs prefetchDNS preinitModuleScript
      preinitScript preinitStyle preload preloadModule preloadStylesheet suspendResource`,
  },
  {
    feature: 'sheets, scripts and titles as elements, and hints for them',
    left: 'return null;',
    functions: 'getResource waitForCommitToBeReady',
  },
  {
    feature: 'sheets, scripts and titles as elements, and hints for them',
    left: 'return false;',
    functions: 'isHostHoistableType maySuspendCommit',
  },
  {
    feature: 'forms with an action, and what is known of them',
    left: '',
    functions: `TransitionAwareHostComponent actionStateActionEffect dispatchActionState ensureFormComponentIsStateful
      mountActionState recursivelyResetForms requestFormReset rerenderActionState runActionStateAction startHostTransition
      updateActionState updateActionStateImpl`,
  },
  { feature: 'SuspenseList', left: 'return null;', functions: 'findFirstSuspended updateSuspenseListComponent' },
  { feature: 'SuspenseList', left: '', functions: 'cutOffTailIfNeeded initSuspenseListRenderState' },
  { feature: 'elements of the page’s own making', left: '', functions: 'setPropOnCustomElement' },
  {
    feature: 'the names of the components in which an error was thrown',
    left: 'return "";',
    functions: 'describeBuiltInComponentFrame describeFiber describeNativeComponentFrame getStackByFiberInDevAndProd',
  },
];

/**
 * Leaves out of React what this app does without; as React is built, nothing of it can be left out by a bundler. It is written
 * against one version: any other is built whole, so that an update never waits for this file. test/architecture/habits.ts
 * keeps the app without these features.
 */
export function leanReact(): Plugin {
  return {
    name: 'lean-react',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/react-dom/cjs/react-dom-client.production.js')) return null;
      if (!code.includes(`exports.version = "${VERSION}"`)) {
        this.warn(
          `Not React ${VERSION}: built whole. Look whether what is left out of it is still unused, and name the version.`,
        );
        return null;
      }
      return { code: withoutUnused(neverHydrating(code)), map: null };
    },
  };
}

function withoutUnused(code: string): string {
  let lean = code;
  for (const { left, functions } of UNUSED)
    for (const name of functions.trim().split(/\s+/)) lean = emptied(lean, name, left);
  return lean
    .replace(/^FragmentInstance\.prototype\.[\s\S]*?\n};\n/gm, '')
    .replace(/^exports\.hydrateRoot = [\s\S]*?\n};\n/m, '');
}

/** The function with nothing, or one answer, in it. Its own code is set off from other code by its indentation. */
function emptied(code: string, name: string, left: Left): string {
  const start = code.indexOf(`\nfunction ${name}(`);
  const end = code.indexOf('\n}\n', start);
  if (start < 0) throw new Error(`React has no ${name} any more: look what it does instead.`);
  return `${code.slice(0, start)}\nfunction ${name}() { ${left} ${code.slice(end + 1)}`;
}

/** A variable that is never true takes with it whatever is done where it is. */
function neverHydrating(code: string): string {
  const declared = /^ {2}isHydrating = !1,\n/m;
  if (!declared.test(code)) throw new Error('React knows in another way than before whether it hydrates.');
  return `const isHydrating = false;\n${code.replace(declared, '').replace(/\bisHydrating = ![01]/g, '0')}`;
}

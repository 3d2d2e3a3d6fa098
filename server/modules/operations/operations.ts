/** Facts for the operator: recorded by nodes and commands, read by doctor and alerts. */
export {
  addOperatorEvent,
  announceSettings,
  announceShownSettings,
  databaseTime,
  findRefusedImport,
  listAllRaised,
  listDiskDays,
  listOperatorEvents,
  listRaised,
  lockSettings,
  noteDisk,
  noteEnded,
  noteRaised,
  noteRefusedImport,
  type RecordedEvent,
  type RefusedImport,
} from './store.ts';
export {
  beginTask,
  endTask,
  findTask,
  listJobStates,
  noteJobRun,
  noteTaskProgress,
  type Task,
  type TaskKind,
} from './task-store.ts';

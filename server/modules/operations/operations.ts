/** What the operator should know: recorded by nodes and commands, read by doctor and alerts. */
export {
  addOperatorEvent,
  type DiskDay,
  databaseTime,
  findRefusedImport,
  listDiskDays,
  listOperatorEvents,
  listRaised,
  noteDisk,
  noteEnded,
  noteRaised,
  noteRefusedImport,
  type RecordedEvent,
  type RefusedImport,
} from './store.ts';

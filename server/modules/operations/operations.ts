/** What the operator is to know: told by the nodes and the commands, read by the doctor and the alerts. */
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

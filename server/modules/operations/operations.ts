/** What the operator is to know: told by the nodes and the commands, read by the doctor and the alerts. */
export {
  addSighting,
  type DiskDay,
  databaseTime,
  findRefusedImport,
  listDiskDays,
  listRaised,
  listSightings,
  noteDisk,
  noteEnded,
  noteRaised,
  noteRefusedImport,
  type RefusedImport,
  type SeenThing,
} from './store.ts';

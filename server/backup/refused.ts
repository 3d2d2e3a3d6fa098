/** Why there is no backup, or why it can't be restored: one Chinese sentence for the operator. */
export class BackupRefused extends Error {}

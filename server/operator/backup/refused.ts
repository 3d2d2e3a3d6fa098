/** A backup or a restore is refused. The message is a Chinese sentence for the operator. */
export class BackupRefused extends Error {}

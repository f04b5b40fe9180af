import type { ScheduleName } from '#app/domain/instance/machine/events.ts';

/**
 * `daily-backup`: the day's backup, or its next attempt. `backup`: checks the running backup and keeps the object awake.
 * `backup-drop`: deletes the files of dropped backups. `upload-expiry`: deletes uploaded archives that no one restored.
 */
export type BackupSchedule = 'daily-backup' | 'backup' | 'backup-drop' | 'upload-expiry';

/** The schedules of the instance's machine, of the backups, and those that send the outbox and read the usage. */
export type InstanceSchedule = ScheduleName | BackupSchedule | 'send-outbox' | 'usage';

/**
 * `replay`: starts the replay, and keeps the object awake while it runs. `held-expiry`: deletes expired data. `held-mail`:
 * mails the workspace's people about a waiting queue.
 */
export type HeldSchedule = 'replay' | 'held-expiry' | 'held-mail';

/** Every schedule of a workspace's object. `rehearsal`: the next step of an update's rehearsal. */
export type WorkspaceSchedule = InstanceSchedule | HeldSchedule | 'rehearsal';

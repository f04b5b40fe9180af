/** Form of the names that `BackupFiles.putUpload` gives to uploads. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * @param name what a person's address gives back of the upload.
 * @returns the key under which an account's upload is kept, never another account's; null for any other name.
 */
export function uploadKey(accountId: string, name: string): string | null {
  return NAME.test(name) ? `uploads/${accountId}/${name}.zip` : null;
}

/** @returns the name that gives this key in `uploadKey`. */
export function uploadName(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1).replace(/\.zip$/, '');
}

/** Form of the names that `BackupFiles.putUpload` gives to uploads. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** @param name from the address. @returns the upload's key, always of this account; null for a name of another form. */
export function uploadKey(accountId: string, name: string): string | null {
  return NAME.test(name) ? `uploads/${accountId}/${name}.zip` : null;
}

/** @returns the name that gives this key in `uploadKey`. */
export function uploadName(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1).replace(/\.zip$/, '');
}

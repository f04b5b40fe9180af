/** The file in an archive with the encrypted credentials. Workflow files have one dot: no name collides. */
export const CREDENTIALS_FILE = 'credentials.encrypted.json';

/** Node.js script that decrypts `CREDENTIALS_FILE` without this product. A test runs it. */
export const OPEN_CREDENTIALS_SCRIPT = `import { createDecipheriv, scryptSync } from 'node:crypto';
import { readFileSync } from 'node:fs';

const { kdf, iv, data } = JSON.parse(readFileSync('${CREDENTIALS_FILE}', 'utf8'));
const passphrase = readFileSync('passphrase.txt', 'utf8').replace(/\\r?\\n$/, '').normalize('NFC');
const { N, r, p, salt } = kdf;
const key = scryptSync(passphrase, Buffer.from(salt, 'base64'), 32, { N, r, p, maxmem: 2 ** 26 });
const bytes = Buffer.from(data, 'base64');
const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'));
decipher.setAuthTag(bytes.subarray(-16));
process.stdout.write(decipher.update(bytes.subarray(0, -16), null, 'utf8') + decipher.final('utf8'));
`;

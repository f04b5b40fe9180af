import { expect, test } from 'vitest';
import { decryptDocument, type EncryptedDocument, encryptDocument } from '../credentials-document.ts';
import type { StartEngine } from '../process.ts';
import { inRoom } from '../room.ts';
import { signedFor } from '../workspace.ts';

const passphrase = 'correct horse battery staple';

/** Credentials leave a workspace under a passphrase alone. */
export function credentialsRoom(startEngine: StartEngine): void {
  inRoom('credentials', startEngine, (room) => {
    test('they are exported as a document that the passphrase opens, another one each time', async () => {
      const { workspace } = room;
      const answers = await Promise.all(
        [1, 2].map(() => workspace.postSigned('export-credentials', JSON.stringify({ passphrase }))),
      );
      const documents = await Promise.all(
        answers.map(async (answer) => {
          expect([answer.status, answer.headers.get('content-type')]).toEqual([
            200,
            expect.stringContaining('application/json'),
          ]);
          return (await answer.json()) as EncryptedDocument;
        }),
      );
      for (const document of documents) {
        expect(document).toMatchObject({ version: 1, kdf: { name: 'scrypt', N: 32_768, r: 8, p: 3 } });
        expect(await decryptDocument(document, passphrase)).toEqual([]);
        await expect(decryptDocument(document, 'another passphrase')).rejects.toThrow();
      }
      const [one, two] = documents;
      expect([one?.iv === two?.iv, one?.kdf.salt === two?.kdf.salt]).toEqual([false, false]);
    });

    test('a document comes back with its passphrase, and not with another', async () => {
      const { workspace } = room;
      const document = await encryptDocument([], passphrase);
      const send = async (body: object) => workspace.postSigned('import-credentials', JSON.stringify(body));
      const wrong = await send({ ...document, passphrase: 'another passphrase' });
      expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringMatching(/passphrase/i)]);
      const cut = { ...document, data: document.data.slice(0, 8), passphrase };
      expect((await send(cut)).status).toBe(400);
      for (const _repeat of [1, 2]) expect((await send({ ...document, passphrase })).status).toBe(204);
    });

    test('a passphrase has 12 to 256 characters', async () => {
      const { workspace } = room;
      for (const bad of ['', 'x'.repeat(11), 'x'.repeat(257), 7, null, undefined]) {
        const body = JSON.stringify({ passphrase: bad });
        expect([bad, (await workspace.postSigned('export-credentials', body)).status]).toEqual([bad, 400]);
      }
    });

    test.each(['export-credentials', 'import-credentials'])('%s needs its own signature', async (name) => {
      const { workspace } = room;
      const body = { ...(await encryptDocument([], passphrase)), passphrase };
      for (const headers of [{}, signedFor(name), signedFor('export'), { cookie: await workspace.signIn() }])
        expect((await workspace.post(`/weft/${name}`, body, headers)).status).toBe(401);
    });
  });
}

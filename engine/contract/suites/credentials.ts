import { expect, test } from 'vitest';
import type { CredentialsDocument } from '#app/domain/backup/credentials.ts';
import { decryptDocument, encryptDocument } from '../credentials-document.ts';
import type { StartEngine } from '../process.ts';
import { describeWithProcess } from '../with-process.ts';
import { signFor } from '../workspace.ts';

const passphrase = 'correct horse battery staple';
const SECRET = 'a secret of the contract 🙂';

/** Credentials leave a workspace only encrypted with a passphrase. */
export function credentialsSuite(startEngine: StartEngine): void {
  describeWithProcess('credentials', startEngine, ({ workspace }) => {
    test('exports a document that the passphrase opens, different each time', async () => {
      const answers = await Promise.all(
        [1, 2].map(() => workspace.postSigned('export-credentials', JSON.stringify({ passphrase }))),
      );
      const documents = await Promise.all(
        answers.map(async (answer) => {
          expect([answer.status, answer.headers.get('content-type')]).toEqual([
            200,
            expect.stringContaining('application/json'),
          ]);
          return (await answer.json()) as CredentialsDocument;
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

    test('imports a document with its passphrase, and not with another', async () => {
      const document = await encryptDocument([], passphrase);
      const send = async (body: object) => workspace.postSigned('import-credentials', JSON.stringify(body));
      const wrong = await send({ ...document, passphrase: 'another passphrase' });
      expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringMatching(/passphrase/i)]);
      const cut = { ...document, data: document.data.slice(0, 8), passphrase };
      expect((await send(cut)).status).toBe(400);
      for (const _repeat of [1, 2]) expect((await send({ ...document, passphrase })).status).toBe(204);
    });

    test('a passphrase has 12 to 256 characters, regardless of bytes and Unicode form', async () => {
      const send = (given: unknown) =>
        workspace.postSigned('export-credentials', JSON.stringify({ passphrase: given }));
      const wrong = ['', 'x'.repeat(11), '🙂'.repeat(11), 'e\u0301'.repeat(11), 'x'.repeat(257)];
      for (const bad of [...wrong, '🙂'.repeat(257), 7, null, undefined])
        expect([bad, (await send(bad)).status]).toEqual([bad, 400]);
      for (const good of [
        'x'.repeat(12),
        'é'.repeat(12),
        '🙂'.repeat(12),
        'x'.repeat(256),
        '🙂'.repeat(256),
      ]) {
        const answer = await send(good.normalize('NFD'));
        expect([good, answer.status]).toEqual([good, 200]);
        expect(await decryptDocument((await answer.json()) as CredentialsDocument, good)).toEqual([]);
      }
    });

    test.each([
      ['no list', { id: 'one' }],
      ['a credential without data', [{ id: 'one', name: 'One', type: 'x', createdAt: 'x', updatedAt: 'x' }]],
      ['an invalid credential', [7]],
    ])('refuses a document that contains %s, although the passphrase opens it', async (_what, content) => {
      const body = { ...(await encryptDocument(content as unknown[], passphrase)), passphrase };
      expect((await workspace.postSigned('import-credentials', JSON.stringify(body))).status).toBe(400);
    });

    test('a document that is shorter than its tag is refused', async () => {
      const document = {
        ...(await encryptDocument([], passphrase)),
        data: Buffer.from('tag').toString('base64'),
      };
      const body = JSON.stringify({ ...document, passphrase });
      expect((await workspace.postSigned('import-credentials', body)).status).toBe(400);
    });

    test.each(['export-credentials', 'import-credentials'])('%s requires its own signature', async (name) => {
      const body = { ...(await encryptDocument([], passphrase)), passphrase };
      for (const headers of [{}, signFor(name), signFor('export'), { cookie: await workspace.signIn() }])
        expect((await workspace.post(`/weft/${name}`, body, headers)).status).toBe(401);
    });

    test('restores a deleted credential unchanged', async () => {
      const cookie = await workspace.signIn();
      const made = await workspace.post(
        '/rest/credentials',
        { name: 'Mine', type: 'httpHeaderAuth', data: { name: 'X-Key', value: SECRET } },
        { cookie },
      );
      expect(made.status).toBe(200);
      const { id } = ((await made.json()) as { data: { id: string } }).data;
      expect(await workspace.exportWorkflows()).not.toContain(SECRET);

      const answer = await workspace.postSigned('export-credentials', JSON.stringify({ passphrase }));
      const text = await answer.text();
      expect([answer.status, text.includes(SECRET)]).toEqual([200, false]);
      const document = JSON.parse(text) as CredentialsDocument;
      const opened = await decryptDocument(document, passphrase);
      expect(opened).toMatchObject([
        { id, name: 'Mine', type: 'httpHeaderAuth', data: { name: 'X-Key', value: SECRET } },
      ]);

      const headers = { cookie };
      expect((await workspace.get(`/rest/credentials/${id}`, { method: 'DELETE', headers })).status).toBe(
        200,
      );
      for (const _repeat of [1, 2]) {
        const back = await workspace.postSigned(
          'import-credentials',
          JSON.stringify({ ...document, passphrase }),
        );
        expect(back.status).toBe(204);
      }
      const again = await workspace.postSigned('export-credentials', JSON.stringify({ passphrase }));
      expect(await decryptDocument((await again.json()) as CredentialsDocument, passphrase)).toEqual(opened);
      const shown = await workspace.get(`/rest/credentials/${id}?includeData=true`, { headers });
      expect(await shown.json()).toMatchObject({ data: { id, name: 'Mine', type: 'httpHeaderAuth' } });
    });
  });
}

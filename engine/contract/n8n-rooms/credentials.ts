import { expect, test } from 'vitest';
import { decryptDocument, type EncryptedDocument } from '../credentials-document.ts';
import type { StartEngine } from '../process.ts';
import { inRoom } from '../room.ts';

const passphrase = 'correct horse battery staple';
const SECRET = 'a secret of the contract 🙂';

/** Credentials leave and come back with their secrets, under a passphrase alone. */
export function credentialRoom(startEngine: StartEngine): void {
  inRoom('n8n’s credentials', startEngine, (room) => {
    test('a credential comes back as it was, after it was deleted', async () => {
      const { workspace } = room;
      const cookie = await workspace.signIn();
      const made = await workspace.post(
        '/rest/credentials',
        { name: 'Mine', type: 'httpHeaderAuth', data: { name: 'X-Key', value: SECRET } },
        { cookie },
      );
      expect(made.status).toBe(200);
      const { id } = ((await made.json()) as { data: { id: string } }).data;
      expect(await workspace.exported()).not.toContain(SECRET);

      const answer = await workspace.postSigned('export-credentials', JSON.stringify({ passphrase }));
      const text = await answer.text();
      expect([answer.status, text.includes(SECRET)]).toEqual([200, false]);
      const document = JSON.parse(text) as EncryptedDocument;
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
      expect(await decryptDocument((await again.json()) as EncryptedDocument, passphrase)).toEqual(opened);
      const shown = await workspace.get(`/rest/credentials/${id}?includeData=true`, { headers });
      expect(await shown.json()).toMatchObject({ data: { id, name: 'Mine', type: 'httpHeaderAuth' } });
    });
  });
}

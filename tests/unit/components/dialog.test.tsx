import { expect, test } from 'vitest';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { en } from '#app/i18n/en/index.ts';
import { attributesOf, renderPage, textOf } from './render.tsx';

const closeTo = '/account?tab=sessions';

test('without a script a dialog is open, named by its title and closed by a link', async () => {
  const html = await renderPage(
    <Dialog title="Change email" closeTo={closeTo}>
      <p>Words</p>
    </Dialog>,
  );
  expect(html).toMatch(/^<dialog open=""/);
  const titleId = attributesOf(html, '<dialog')['aria-labelledby'] ?? 'none';
  expect(attributesOf(html, '<h2').id).toBe(titleId);
  expect(attributesOf(html, '<a').href).toBe(closeTo);
  // The closing link comes last, so the focus first goes to the dialog's content.
  expect(textOf(html)).toBe(`Change email Words ${en.ui.close}`);
});

test('a dialog that the server rendered does not fade in on hydration', async () => {
  const html = await renderPage(
    <Dialog title="Change email" closeTo={closeTo}>
      <p>Words</p>
    </Dialog>,
  );
  expect(attributesOf(html, '<dialog').class).toBe('dialog');
});

test('a dialog’s closing link accepts another name', async () => {
  const html = await renderPage(
    <Dialog title="Change email" closeTo={closeTo} closeLabel="Keep it">
      <p>Words</p>
    </Dialog>,
  );
  expect(textOf(html)).toBe('Change email Words Keep it');
});

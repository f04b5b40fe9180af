import { expect, test } from 'vitest';
import { drawCloth } from '#app/components/brand/cloth.ts';
import { OnboardingSteps } from '#app/components/onboarding/onboarding-steps.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Meter } from '#app/components/ui/meter.tsx';
import { Notice, type Tone } from '#app/components/ui/notice.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { LocalTime } from '#app/components/ui/time.tsx';
import { en } from '#app/i18n/en/index.ts';
import { SelfHostCallout } from '#app/routes/register/aside.tsx';
import { attributesOf, controlOf, renderFramed, renderPage, textOf } from './render.tsx';

test('a button submits only with the type submit', async () => {
  expect(controlOf(await renderPage(<Button>Act</Button>), 'Act').type).toBe('button');
});

test('a pending button announces itself and keeps its label and focus', async () => {
  const html = await renderPage(<Button isPending>Save</Button>);
  expect(attributesOf(html, '<button')).toMatchObject({ 'aria-disabled': 'true' });
  expect(attributesOf(html, '<button')).not.toHaveProperty('disabled');
  expect(textOf(html)).toBe(`Save ${en.ui.working}`);
});

test('a button link distinguishes paths from other hosts', async () => {
  expect(attributesOf(await renderPage(<ButtonLink to="/login">In</ButtonLink>), '<a').href).toBe('/login');
  const html = await renderPage(
    <ButtonLink to="https://docs.example/" target="_blank">
      Docs
    </ButtonLink>,
  );
  expect(attributesOf(html, '<a')).toMatchObject({
    href: 'https://docs.example/',
    rel: 'noopener noreferrer',
  });
  expect(textOf(html)).toBe(`Docs ${en.ui.opensInNewTab}`);
});

test('the link to the self-hosting guide says that it opens a new tab, in its own text', async () => {
  const [link = ''] = /<a .*<\/a>/.exec(await renderPage(<SelfHostCallout />)) ?? [];
  expect(textOf(link)).toBe(`Read the self-hosting guide ${en.ui.opensInNewTab}`);
});

test.each<[Tone, string]>([
  ['info', 'status'],
  ['success', 'status'],
  ['warning', 'alert'],
  ['danger', 'alert'],
])('a notice of tone %s is announced as %s and names its tone', async (tone, role) => {
  const html = await renderPage(<Notice tone={tone}>Words</Notice>);
  expect(attributesOf(html, 'role=').role).toBe(role);
  expect(textOf(html)).toBe(`${en.ui.tone[tone]}: Words`);
});

test('steps mark the current one and name the completed ones', async () => {
  const html = await renderPage(<OnboardingSteps step="apps" />);
  expect(html.match(/aria-current="step"/g)).toHaveLength(1);
  expect(textOf(html.split('aria-current="step">')[1]?.split('</li>')[0] ?? '')).toBe(`2 ${en.steps.apps}`);
  expect(textOf(html)).toContain(`${en.steps.survey} (${en.ui.steps.done})`);
});

test('each state of a badge has its own mark', async () => {
  const marks = await Promise.all(
    (['success', 'pending', 'neutral', 'danger'] as const).map(async (tone) => {
      const html = await renderPage(<StatusBadge tone={tone}>State</StatusBadge>);
      return html.match(/<svg.*<\/svg>/)?.[0];
    }),
  );
  expect(new Set(marks).size).toBe(4);
});

test.each([
  [0, '0', undefined],
  [1999, '79.96', undefined],
  [2000, '80', 'high'],
  [2500, '100', 'full'],
  [4000, '100', 'full'],
])(
  'a meter at %d of 2,500 has its width, its figures and, from 80 %% on, its tone',
  async (value, width, tone) => {
    const html = await renderPage(<Meter value={value} max={2500} label="Executions" />);
    expect(attributesOf(html, '<rect').width).toBe(width);
    expect(attributesOf(html, '<div')['data-tone']).toBe(tone);
    expect(textOf(html)).toContain(`${value.toLocaleString('en')} of 2,500`);
  },
);

test.each([
  ['date', '9 Mar 2026'],
  ['dateTime', '9 Mar 2026, 04:05 UTC'],
  ['time', '04:05 UTC'],
] as const)('the server writes an instant as %s in UTC', async (format, text) => {
  const html = await renderPage(<LocalTime at={Date.UTC(2026, 2, 9, 4, 5)} format={format} />);
  expect(textOf(html)).toBe(text);
  expect(attributesOf(html, '<time')).toMatchObject({ title: '2026-03-09T04:05:00.000Z' });
});

test('a weave passes over at every second crossing and turns at each edge', () => {
  const cloth = drawCloth({ columns: 3, rows: 3, pitch: 10, origin: { x: 10, y: 10 }, overhang: 5 });
  expect(cloth.warp).toBe('M10 5V35M20 5V35M30 5V35');
  expect(cloth.weft).toBe('M5 10H35a5 5 0 0 1 0 10H5a5 5 0 0 0 0 10H35');
  expect(cloth.over).toBe('M10 7v6M30 7v6M20 17v6M10 27v6M30 27v6');
});

test.each([
  // The reader's own zone is not named.
  [{ zone: 'America/New_York', isReaders: true }, '9 Mar 2026, 00:05'],
  [{ zone: 'Asia/Kolkata', isReaders: true }, '9 Mar 2026, 09:35'],
  [{ zone: 'America/New_York', isReaders: false }, '9 Mar 2026, 00:05 America/New York'],
  // A zone that this engine does not know displays as UTC.
  [{ zone: 'Mars/Olympus', isReaders: true }, '9 Mar 2026, 04:05'],
])('an instant in the zone %o', async (timezone, text) => {
  const element = <LocalTime at={Date.UTC(2026, 2, 9, 4, 5)} format="dateTime" />;
  const html = await renderFramed(element, { timezone });
  expect(textOf(html)).toBe(text);
  const instant = '2026-03-09T04:05:00.000Z';
  expect(attributesOf(html, '<time')).toMatchObject({ title: instant, dateTime: instant });
});

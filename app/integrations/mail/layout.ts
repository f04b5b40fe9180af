import { iconPath, lightColor } from '#app/domain/brand/identity.ts';
import { escapeHtml } from '#app/domain/encoding/html.ts';
import { oneLine, plainText } from '#app/domain/encoding/plain-text.ts';
import type { Mail } from '#app/domain/mail/messages.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

export interface WrittenMail {
  subject: string;
  html: string;
  text: string;
  /** The Reply-To address, if it is not ours. */
  replyTo?: string;
}

export interface MailContent {
  subject: string;
  /** Instead of the greeting of all mails. */
  greeting?: string;
  paragraphs: string[];
  /** Label and value, below the paragraphs. */
  facts?: ReadonlyArray<readonly [label: string, value: string]>;
  /** Text written by a user, with its line breaks; below the facts. */
  quote?: string;
  replyTo?: string;
  action: { label: string; url: string };
  /** For recipients who did not expect this mail. */
  smallPrint: string;
}

export type MailWriters = {
  [Template in Mail['template']]: (
    data: Extract<Mail, { template: Template }>['data'],
    portalUrl: string,
  ) => MailContent;
};

/**
 * @returns the address where a person whose password someone else knows sets a new one. /forgot-password does not help
 *   if that someone has changed the e-mail: it mails a link to the new address.
 */
export const changePasswordUrl = (portalUrl: string): string =>
  `${portalUrl}${paths.account}?dialog=password`;

/** @returns the address of a page with a mailed token, which is worth nothing once used; a fragment would not reach us. */
export function tokenUrl(portalUrl: string, path: string, token: string): string {
  return `${portalUrl}${path}?token=${encodeURIComponent(token)}`;
}

const color = lightColor;
const rule = `1px solid ${color('line')}`;

// Mail clients read little more than inline styles and tables, and show no SVG.
const STYLE = {
  body: `margin:0;padding:24px 12px;background:${color('canvas')};color:${color('ink')};font:16px/1.55 system-ui,Segoe UI,Roboto,Helvetica,Arial,sans-serif`,
  card: `max-width:560px;margin:0 auto;background:${color('surface')};border:${rule};border-radius:14px;padding:24px;overflow-wrap:anywhere`,
  brand: `margin:0 0 24px;font-weight:700;font-size:18px;color:${color('primary')}`,
  mark: 'vertical-align:middle;margin-right:10px;border:0',
  quote: `margin:20px 0;padding:4px 0 4px 16px;border-left:3px solid ${color('line')};white-space:pre-wrap`,
  label: `padding:2px 16px 2px 0;vertical-align:top;white-space:nowrap;color:${color('ink-muted')}`,
  value: 'padding:2px 0',
  button: `display:inline-block;background:${color('primary')};color:${color('on-primary')};text-decoration:none;font-weight:600;padding:12px 20px;border-radius:8px`,
  hint: `font-size:13px;color:${color('ink-muted')}`,
  link: `color:${color('link')};word-break:break-all`,
  small: `margin:24px 0 0;padding-top:16px;border-top:${rule};font-size:13px;color:${color('ink-muted')}`,
} as const;

/** Lays a mail out as HTML and plain text. People's texts are escaped here, and cannot break or reorder its lines. */
export function renderMail(written: MailContent & { greeting: string }, portalUrl: string): WrittenMail {
  const content = onPlainLines(written);
  const linkHint = t('mail.linkHint');
  const paragraphs = content.paragraphs.map((words) => `<p>${escapeHtml(words)}</p>`).join('');
  const { facts = [], quote, replyTo } = content;
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td style="${STYLE.label}">${escapeHtml(label)}</td><td style="${STYLE.value}">${escapeHtml(value)}</td></tr>`,
  );
  const table = rows.length === 0 ? '' : `<table role="presentation">${rows.join('')}</table>`;
  const quoted = quote === undefined ? '' : `<div style="${STYLE.quote}">${escapeHtml(quote)}</div>`;
  const url = escapeHtml(content.action.url);
  const mark = escapeHtml(`${portalUrl}${iconPath}`);
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light">
<title>${escapeHtml(content.subject)}</title></head><body style="${STYLE.body}"><div style="${STYLE.card}">
<p style="${STYLE.brand}"><img src="${mark}" width="28" height="28" alt="" style="${STYLE.mark}">${escapeHtml(t('layout.brand'))}</p>
<p>${escapeHtml(content.greeting)}</p>${paragraphs}${table}${quoted}
<p style="margin:28px 0"><a href="${url}" style="${STYLE.button}">${escapeHtml(content.action.label)}</a></p>
<p style="${STYLE.hint}">${escapeHtml(linkHint)}<br><a href="${url}" style="${STYLE.link}">${url}</a></p>
<p style="${STYLE.small}">${escapeHtml(content.smallPrint)}</p></div></body></html>`;
  const text = [
    content.greeting,
    ...content.paragraphs,
    ...(facts.length === 0 ? [] : [facts.map(([label, value]) => `${label}: ${value}`).join('\n')]),
    ...(quote === undefined ? [] : [quote.replace(/^/gm, '> ')]),
    `${content.action.label}:\n${content.action.url}`,
    content.smallPrint,
    `--\n${t('layout.brand')}\n${portalUrl}`,
  ].join('\n\n');
  return { subject: content.subject, html, text, ...(replyTo !== undefined && { replyTo }) };
}

/** @returns the content without control characters and characters that disguise text; only the quote has several lines. */
function onPlainLines<Content extends MailContent & { greeting: string }>(content: Content): Content {
  const { subject, greeting, paragraphs, facts, quote } = content;
  return {
    ...content,
    subject: oneLine(subject),
    greeting: oneLine(greeting),
    paragraphs: paragraphs.map(oneLine),
    ...(facts && { facts: facts.map(([label, value]) => [oneLine(label), oneLine(value)] as const) }),
    ...(quote !== undefined && { quote: plainText(quote) }),
  };
}

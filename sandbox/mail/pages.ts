import { type Fragment, type Html, html } from '#sandbox/server/html.ts';
import { layout, when } from '#sandbox/server/layout.ts';
import type { StoredMail } from './message.ts';

const maxListed = 200;

/** The list of mails that a person reads. */
export function inboxPage(mails: readonly StoredMail[], recipient: string | undefined): Html {
  const rows = mails.slice(0, maxListed).map(
    (mail) => html`<li>
      <a class="row" href="/inbox/${mail.id}">
        <span class="grow"><strong>${mail.subject}</strong><br><span class="quiet">to ${mail.to.join(', ')}</span></span>
        <span class="quiet">${when(mail.sentAt)}</span>
      </a>
    </li>`,
  );
  const empty = recipient
    ? `Nothing was sent to ${recipient}.`
    : 'No mail yet. Register in the portal and look here.';
  return layout(
    'Inbox',
    html`<h1>Inbox</h1>
    <form class="filter" method="get" action="/inbox">
      <label>Sent to <input type="search" name="to" value="${recipient ?? ''}" placeholder="ada@example.com"></label>
      <button>Show</button>
    </form>
    ${
      rows.length === 0
        ? html`<p class="card quiet">${empty}</p>`
        : html`<ul class="card list">${rows}</ul>
    ${mails.length > maxListed ? html`<p class="quiet">The newest ${maxListed} of ${mails.length} are shown.</p>` : undefined}`
    }`,
  );
}

/** Plain text with its addresses made clickable. */
function linkify(text: string): Fragment {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/g)
    .map((part, index) =>
      index % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noopener">${part}</a>` : part,
    );
}

/**
 * One mail. Its HTML is a stranger's: it is shown in a frame that can neither run scripts nor reach this page, yet may
 * open its links in a new tab, which is what a person does with a confirmation mail.
 */
export function mailPage(mail: StoredMail): Html {
  const framed = `<base target="_blank">${mail.html}`;
  return layout(
    mail.subject,
    html`<h1>${mail.subject}</h1>
    <dl class="facts">
      <dt>From</dt><dd>${mail.from}</dd>
      <dt>To</dt><dd>${mail.to.join(', ')}</dd>
      ${mail.replyTo.length > 0 ? html`<dt>Reply to</dt><dd>${mail.replyTo.join(', ')}</dd>` : undefined}
      <dt>Sent</dt><dd>${when(mail.sentAt)}</dd>
    </dl>
    ${
      mail.html
        ? html`<iframe class="mail" title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${framed}"></iframe>`
        : undefined
    }
    ${mail.text ? html`<h2>As text</h2><pre class="card">${linkify(mail.text)}</pre>` : undefined}`,
  );
}

/** The page of an unknown mail. */
export function mailMissingPage(): Html {
  return layout('No such mail', html`<h1>No such mail</h1><p><a href="/inbox">Back to the inbox</a></p>`);
}

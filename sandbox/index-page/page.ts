import type { BreachMode } from '#sandbox/breached-passwords/faults.ts';
import { type ClusterFaults, faultModes } from '#sandbox/cluster/faults.ts';
import type { WorkspaceSummary } from '#sandbox/cluster/reconcile.ts';
import type { StoredMail } from '#sandbox/mail/message.ts';
import type { PaddleMode } from '#sandbox/paddle/faults.ts';
import { paddleModeForm } from '#sandbox/paddle/pages.ts';
import { type Html, html } from '#sandbox/server/html.ts';
import { layout, when } from '#sandbox/server/layout.ts';
import type { DownMode } from '#sandbox/storage/down-switch.ts';
import type { Activity } from './activity.ts';

export type IndexView = {
  portalUrl: string;
  mails: readonly StoredMail[];
  workspaces: readonly WorkspaceSummary[];
  faults: ClusterFaults;
  mailMode: DownMode;
  catalogueMode: DownMode;
  breachMode: BreachMode;
  paddleMode: PaddleMode;
  activity: readonly Activity[];
};

const clockJumps = [
  ['PT1H', '+1 hour'],
  ['P1D', '+1 day'],
  ['P11D', '+11 days'],
  ['P14D', '+14 days'],
] as const;

const latestMails = 5;

const faultLabels: Record<(typeof faultModes)[number], string> = {
  none: 'No fault',
  slow: 'Slow',
  'crash-loop': 'Crash loop',
  'api-500': 'API answers 500',
  'api-429': 'API asks to wait',
  'api-conflict': 'API writes conflict',
  'api-timeout': 'API never answers',
  gone: 'Vanish once',
};

const phaseClass: Record<WorkspaceSummary['phase'], string> = {
  ready: 'good',
  starting: '',
  stopped: 'quiet',
  waiting: 'bad',
  restarting: 'bad',
};

function pressedAttribute(isOn: boolean): string {
  return isOn ? 'true' : 'false';
}

function faultForm(workspace: string, current: string): Html {
  return html`<form class="buttons" method="post" action="/cluster/faults">
    <span class="quiet">Fault</span><input type="hidden" name="workspace" value="${workspace}">
    ${faultModes.map((mode) =>
      mode === 'gone'
        ? html`<button name="mode" value="gone">${faultLabels.gone}</button>`
        : html`<button name="mode" value="${mode}" aria-pressed="${pressedAttribute(mode === current)}">${faultLabels[mode]}</button>`,
    )}
  </form>`;
}

function clockForm(workspace: string): Html {
  return html`<form class="buttons" method="post" action="/clock">
    <span class="quiet">Clock</span><input type="hidden" name="workspace" value="${workspace}">
    ${clockJumps.map(([advance, label]) => html`<button name="advance" value="${advance}">${label}</button>`)}
  </form>`;
}

function downForm(name: string, action: string, mode: DownMode): Html {
  return html`<form class="buttons" method="post" action="${action}">
    <span>${name}</span>
    <button name="mode" value="none" aria-pressed="${pressedAttribute(mode === 'none')}">Up</button>
    <button name="mode" value="down" aria-pressed="${pressedAttribute(mode === 'down')}">Down</button>
  </form>`;
}

const breachLabels: Record<BreachMode, string> = {
  none: 'Up',
  down: 'Down',
  slow: 'Never answers',
  garbage: 'Nonsense',
};

function breachForm(current: BreachMode): Html {
  return html`<form class="buttons" method="post" action="/breached-passwords/faults">
    <span>Breached passwords</span>
    ${Object.entries(breachLabels).map(
      ([mode, label]) =>
        html`<button name="mode" value="${mode}" aria-pressed="${pressedAttribute(mode === current)}">${label}</button>`,
    )}
  </form>`;
}

function workspaceCard(workspace: WorkspaceSummary, faults: ClusterFaults): Html {
  const facts = [
    workspace.version && `n8n ${workspace.version}`,
    workspace.pid && `process ${workspace.pid}`,
    `${workspace.restarts} ${workspace.restarts === 1 ? 'restart' : 'restarts'}`,
  ].filter((fact) => fact);
  return html`<section class="card">
    <div class="row" style="padding:0"><h3 class="grow">${workspace.name}</h3>
      <span class="state ${phaseClass[workspace.phase]}">${workspace.phase}</span></div>
    <p class="quiet" style="margin:.25rem 0 0">${facts.join(' · ')}</p>
    ${workspace.detail ? html`<p class="bad" style="margin:.25rem 0 0">${workspace.detail}</p>` : undefined}
    ${faultForm(workspace.name, faults.faultOf(workspace.name))}
    ${clockForm(workspace.name)}
  </section>`;
}

/** Shows faults of workspaces that do not exist (yet or any more), so that they are not forgotten. */
function absentFaults(workspaces: readonly WorkspaceSummary[], faults: ClusterFaults): Html[] {
  return faults
    .names()
    .filter((name) => name !== '*' && !workspaces.some((workspace) => workspace.name === name))
    .map(
      (name) => html`<section class="card"><h3>${name}</h3>
        <p class="quiet" style="margin:.25rem 0 0">Not in the cluster, yet its fault is on.</p>
        ${faultForm(name, faults.faultOf(name))}</section>`,
    );
}

function mailList(mails: readonly StoredMail[]): Html {
  if (mails.length === 0)
    return html`<p class="card quiet">No mail yet. Register in the portal and look here.</p>`;
  return html`<ul class="card list">${mails.slice(0, latestMails).map(
    (mail) => html`<li><a class="row" href="/inbox/${mail.id}">
      <span class="grow"><strong>${mail.subject}</strong> <span class="quiet">to ${mail.to.join(', ')}</span></span>
      <span class="quiet">${when(mail.sentAt)}</span></a></li>`,
  )}</ul>
  <p><a href="/inbox">The whole inbox (${mails.length})</a></p>`;
}

/** The page that a newcomer opens beside the portal: the outside world at a glance, with every switch as a button. */
export function indexPage(view: IndexView): Html {
  const { workspaces, faults, activity } = view;
  return layout(
    'Overview',
    html`<h1>The outside world, on this machine</h1>
    <p>Mail, Paddle, the cluster, the catalogue and the clock that Weft Cloud talks to. Everything here can be broken on purpose.</p>
    <p><a class="primary" href="${view.portalUrl}" target="_blank" rel="noopener">Open the portal</a></p>
    ${
      activity.length > 0
        ? html`<h2>Just done</h2><ul class="card list">${activity.map(
            ({ at, sentence }) =>
              html`<li class="row"><span class="grow">${sentence}</span><span class="quiet">${when(at)}</span></li>`,
          )}</ul>`
        : undefined
    }
    <h2>Latest mails</h2>
    ${mailList(view.mails)}
    <h2>Workspaces</h2>
    ${
      workspaces.length > 0
        ? workspaces.map((workspace) => workspaceCard(workspace, faults))
        : html`<p class="card quiet">None runs yet. The first appears when someone confirms their e-mail.</p>`
    }
    ${absentFaults(workspaces, faults)}
    <h2>The whole cluster</h2>
    <div class="card"><p class="quiet" style="margin:0">Comes before each workspace's own fault. “No fault” clears them all.</p>
      ${faultForm('*', faults.faultOf('*'))}</div>
    <h2>Providers</h2>
    <div class="card">
      ${downForm('Mail', '/mail/faults', view.mailMode)}
      ${downForm('Catalogue', '/catalogue/faults', view.catalogueMode)}
      ${breachForm(view.breachMode)}
      ${paddleModeForm(view.paddleMode)}
      <p style="margin:.75rem 0 0"><a href="/paddle">Subscriptions, and what can happen to them</a></p>
    </div>`,
  );
}

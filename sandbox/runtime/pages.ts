import { type Fragment, Html, html } from '#sandbox/server/html.ts';
import type { RuntimeConfig } from './config.ts';
import type { Usage } from './executions.ts';
import type { SignedInPerson } from './sessions.ts';
import type { Workflow } from './workflows.ts';

const stylesheet = new Html(`
:root { color-scheme: light dark; --ground: #f4f5f7; --card: #fff; --ink: #1b1d22; --quiet: #60646f; --line: #dcdee3; --accent: #b8390e; }
@media (prefers-color-scheme: dark) { :root { --ground: #131417; --card: #1d1f24; --ink: #ececef; --quiet: #a0a4af; --line: #33363d; --accent: #ff8f66; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header { background: var(--card); border-bottom: 1px solid var(--line); }
header > div, main { max-width: 48rem; margin: 0 auto; padding: 1rem 1.25rem; }
header > div { display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: space-between; align-items: center; }
h1 { font-size: 1.5rem; margin: .5rem 0; overflow-wrap: anywhere; } h2 { font-size: 1.125rem; margin: 0; }
a { color: var(--accent); } :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.quiet { color: var(--quiet); font-size: .875rem; margin: 0; overflow-wrap: anywhere; }
.bar { display: flex; justify-content: space-between; align-items: center; gap: 1rem; margin: 2rem 0 .75rem; }
ul, .card { list-style: none; margin: 0; padding: 0; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
.card { padding: 2rem; text-align: center; }
li { display: flex; justify-content: space-between; align-items: center; gap: 1rem; padding: .75rem 1rem; }
li + li { border-top: 1px solid var(--line); } li > span { min-width: 0; overflow-wrap: anywhere; }
button, .button { font: inherit; font-weight: 600; min-height: 2.5rem; padding: .375rem 1rem; border-radius: 8px; cursor: pointer;
  border: 1px solid var(--line); background: var(--ground); color: inherit; }
.button, .bar button { background: var(--accent); border-color: var(--accent); color: var(--card); text-decoration: none; }
.button { display: inline-block; margin-top: 1rem; line-height: 1.75; }
.link { min-height: 0; padding: 0; border: 0; background: none; color: var(--accent); font-weight: inherit; text-decoration: underline; }
`);

/**
 * The policy of a page whose forms may redirect to the portal: browsers apply `form-action` to a form's redirects too, so
 * without this the page cannot open the admin panel.
 */
export function formsToPortal({ portalUrl }: RuntimeConfig): string {
  const portal = new URL(portalUrl).origin;
  return `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${portal}; base-uri 'none'; frame-ancestors 'none'`;
}

function frame(title: string, top: Fragment, content: Fragment): Html {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${stylesheet}</style></head>
<body>${top}<main>${content}</main></body></html>`;
}

function workflowRow(workflow: Workflow): Html {
  // Addresses are relative: the page works behind the product's gateway and behind the ingress's path.
  return html`<li><span><strong>${workflow.name}</strong><br><span class="quiet">${workflow.active ? 'Active' : 'Inactive'} · created ${workflow.createdAt?.slice(0, 10) ?? 'elsewhere'}</span></span>
    <form method="post" action="rest/workflows/${workflow.id}/trigger"><button aria-label="Run ${workflow.name}">Run</button></form></li>`;
}

/** The part of the plan that the page shows; undefined if the portal did not answer. */
export type ShownPlan = { displayName: string; monthlyExecutionsLimit: number; activeWorkflowsLimit: number };

function planLine(plan: ShownPlan, usage: Usage): Html {
  return html`<p class="quiet">Plan ${plan.displayName} · ${usage.executions} of ${plan.monthlyExecutionsLimit} executions ·
      ${usage.activeWorkflows} of ${plan.activeWorkflowsLimit} active workflows</p>`;
}

/** The page of a signed-in person. */
export function workspacePage(
  config: RuntimeConfig,
  person: SignedInPerson,
  has: { workflows: readonly Workflow[]; usage: Usage; plan: ShownPlan | undefined },
): Html {
  const { workflows, usage, plan } = has;
  const title = `Workspace ${config.workspace}`;
  return frame(
    title,
    html`<header><div><span><strong>${config.workspace}</strong> <span class="quiet">on Weft Cloud</span></span>
      <form method="post" action="weft/admin-panel"><button class="link">Open admin panel</button></form></div></header>`,
    html`<h1>${title}</h1>
    <p class="quiet">Signed in as ${person.name} (${person.email}), ${person.role}</p>
    <p class="quiet">Version ${config.version} · Timezone ${config.timezone} · ${usage.executions} executions in ${usage.timeframe}</p>
    ${plan && planLine(plan, usage)}
    <div class="bar"><h2>Workflows</h2>
      <form method="post" action="rest/workflows"><button>Create workflow</button></form></div>
    ${
      workflows.length > 0
        ? html`<ul>${workflows.map(workflowRow)}</ul>`
        : html`<div class="card quiet">No workflows yet. Create the first one.</div>`
    }`,
  );
}

/** The target of a link to a template; `home` links back, relative to the page. */
export function templatePage(config: RuntimeConfig, id: string, home: string): Html {
  return frame(
    `Template ${id}`,
    undefined,
    html`<div class="card" style="margin-top:15vh"><h1>Template ${id}</h1>
    <p>Here ${config.workspace} sets up a workflow from this template.</p>
    <a class="button" href="${home}">Back to the workflows</a></div>`,
  );
}

/** For a refused request, such as that of a person who is not signed in, or whose link is used, expired or invalid. */
export function renderRefusalPage(config: RuntimeConfig, reason: string): Html {
  return frame(
    `Workspace ${config.workspace}`,
    undefined,
    html`<div class="card" style="margin-top:15vh"><h1>Workspace ${config.workspace}</h1><p>${reason}</p>
    <a class="button" href="${config.portalUrl}/dashboard">Open Weft Cloud</a></div>`,
  );
}

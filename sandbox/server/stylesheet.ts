import { paletteCss } from '#app/domain/brand/identity.ts';
import { Html } from './html.ts';

/** The styles of every page of the sandbox: the reader's own font, and their light or dark preference. */
export const stylesheet = new Html(`
:root { color-scheme: light dark; ${paletteCss()}; --ground: var(--canvas); --card: var(--surface); --quiet: var(--ink-muted);
  --accent: var(--link); --good: var(--success); --bad: var(--danger); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header, main { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem; }
header { display: flex; justify-content: space-between; padding-block: 1rem; }
header > a { display: flex; gap: .5rem; align-items: center; color: inherit; text-decoration: none; }
main { padding-bottom: 4rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 1rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 0; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.quiet { color: var(--quiet); font-size: .875rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.25rem; margin: 0 0 1rem; }
.list { list-style: none; padding: 0; overflow: hidden; }
.list li + li { border-top: 1px solid var(--line); }
.row { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; padding: .75rem 1.25rem; color: inherit; text-decoration: none; }
a.row:hover { background: var(--ground); }
.grow { flex: 1 1 16rem; min-width: 0; overflow-wrap: anywhere; }
.state { font-weight: 600; } .good { color: var(--good); } .bad { color: var(--bad); }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: .75rem 0 0; }
.buttons > span { flex: 0 0 5.5rem; }
@media (max-width: 40rem) { .buttons > span { flex-basis: 100%; } }
button { font: inherit; font-size: .875rem; padding: .375rem .75rem; border-radius: 8px; border: 1px solid var(--line);
  background: var(--ground); color: inherit; cursor: pointer; min-height: 2.25rem; }
button:hover { border-color: var(--quiet); }
button[aria-pressed=true] { background: var(--ink); border-color: var(--ink); color: var(--card); }
.primary { display: inline-block; padding: .5rem 1rem; border-radius: 8px; background: var(--primary); color: var(--on-primary);
  text-decoration: none; font-weight: 600; }
.filter { display: flex; gap: .5rem; align-items: end; margin-bottom: 1rem; flex-wrap: wrap; }
input { font: inherit; padding: .375rem .625rem; border: 1px solid var(--line); border-radius: 8px; background: var(--card); color: inherit; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .125rem 1rem; margin: 0 0 1rem; }
.facts dt { color: var(--quiet); } .facts dd { margin: 0; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: .875rem/1.5 ui-monospace, monospace; }
.mail { width: 100%; height: 26rem; border: 1px solid var(--line); border-radius: 12px; background: #ffffff; color-scheme: light; }
`);

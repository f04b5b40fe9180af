import { Html } from '#sandbox/server/html.ts';

/** The checkout's styles: light or dark as its opener chose, otherwise by the reader's preference. */
export const checkoutStylesheet = new Html(`
:root { color-scheme: light dark; --ground: light-dark(#f6f6f4, #141518); --card: light-dark(#fff, #1e2024);
  --ink: light-dark(#1c1d21, #ececef); --quiet: light-dark(#62646d, #a0a3ad); --line: light-dark(#c9c9c3, #45474f);
  --accent: light-dark(#b8390e, #ff8f66); --on-accent: light-dark(#fff, #1c1d21); --bad: light-dark(#b3261e, #ff8a80); }
:root[data-theme=light] { color-scheme: light; } :root[data-theme=dark] { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--card); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header { display: flex; align-items: center; gap: .75rem; padding: .75rem 1.25rem; border-bottom: 1px solid var(--line); background: var(--ground); }
header strong { margin-inline-end: auto; }
.badge { font-size: .8125rem; padding: .125rem .5rem; border: 1px solid var(--line); border-radius: 99px; color: var(--quiet); }
.close { width: 2.75rem; min-height: 2.75rem; padding: 0; margin: -.375rem -.625rem -.375rem 0; border: 0; background: none;
  font-size: 1.5rem; line-height: 1; color: inherit; }
main { display: grid; }
.page body { background: var(--ground); }
.page main, .page header { max-width: 56rem; margin-inline: auto; }
.page main { background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.page header { border: 0; }
@media (max-width: 56rem) { .page main { border-inline: 0; border-radius: 0; } }
.summary { background: var(--ground); padding: 1.25rem; }
.page .summary { background: light-dark(#fbfbfa, #191b1e); }
.pay { padding: 1.25rem; min-width: 0; }
@media (min-width: 44rem) { main.two { grid-template-columns: 20rem 1fr; } .summary, .pay { padding: 1.5rem; }
  .embedded main.two { min-height: calc(100vh - 3.5rem); } }
main.one { max-width: 32rem; margin-inline: auto; width: 100%; }
.message { padding: 3rem 1.5rem; text-align: center; }
h1 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 .25rem; overflow-wrap: anywhere; } h2 { font-size: 1rem; margin: 1.25rem 0 .5rem; }
h1:focus { outline: 0; }
.total { font-size: 1.75rem; font-weight: 650; line-height: 1.2; margin: 0; }
.quiet { color: var(--quiet); font-size: .875rem; margin: 0; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; margin-top: 1rem; }
th { font-weight: inherit; text-align: start; } td { text-align: end; vertical-align: top; white-space: nowrap; font-variant-numeric: tabular-nums; }
th, td { padding: .375rem 0; } td { padding-inline-start: 1rem; }
tfoot tr:first-child > * { border-top: 1px solid var(--line); }
tfoot tr:last-child > * { font-weight: 650; }
label { display: block; font-size: .875rem; font-weight: 600; margin-top: .875rem; }
form > input + label { margin-top: 0; }
input, select { display: block; width: 100%; min-height: 2.75rem; margin-top: .25rem; padding: .375rem .75rem; font: inherit; font-weight: 400;
  border: 1px solid var(--line); border-radius: 8px; background: var(--card); color: inherit; }
input[readonly] { background: var(--ground); color: var(--quiet); }
[aria-invalid=true] { border-color: var(--bad); }
.error { color: var(--bad); font-size: .875rem; margin: .25rem 0 0; }
[role=alert] { color: var(--bad); font-weight: 600; margin: .5rem 0 0; } [role=alert]:empty { display: none; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 .75rem; }
summary { cursor: pointer; font-size: .875rem; font-weight: 600; margin-top: 1rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
button, .button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .375rem 1rem; border-radius: 8px; cursor: pointer;
  border: 1px solid var(--line); background: var(--ground); color: inherit; }
.primary { width: 100%; margin-top: 1.25rem; background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.button { display: inline-block; margin-top: 1.25rem; line-height: 1.9; text-decoration: none; background: var(--accent); color: var(--on-accent); }
.default { position: absolute; width: 1px; min-height: 0; height: 1px; padding: 0; border: 0; clip-path: inset(50%); }
.update { margin-top: .75rem; } .scripted .update { display: none; }
form[aria-busy=true] .primary { opacity: .6; cursor: progress; }
.cards { list-style: none; margin: .5rem 0 0; padding: 0; font-size: .875rem; }
.cards li { display: flex; flex-wrap: wrap; gap: 0 .75rem; } code { font: inherit; font-variant-numeric: tabular-nums; }
`);

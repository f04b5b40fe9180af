import { table } from '../../app/domain/instance/machine/table.ts';
import { phaseKinds } from '../../app/domain/instance/state.ts';

/** @returns every transition between phases in the machine's table, with its events. */
export function transitions(): Array<{ from: string; to: string; events: string[] }> {
  const declared = phaseKinds.flatMap((from) =>
    phaseKinds.map((to) => {
      const cells = Object.entries<{ to: readonly string[] }>(table[from]);
      return { from, to, events: cells.filter(([, cell]) => cell.to.includes(to)).map(([event]) => event) };
    }),
  );
  return declared.filter(({ events }) => events.length > 0);
}

/** @returns the whole page about the machine. */
export function instanceMachinePage(): string {
  const lines = transitions().map(
    ({ from, to, events }) => `  ${idOf(from)} --> ${idOf(to)}: ${events.join(' / ')}`,
  );
  return `# The instance's state machine

Every transition between the phases of a workspace's instance, printed by \`npm run docs\` from the table in
\`app/domain/instance/machine/table.ts\`; a test fails when this page is out of date. The specification's statuses:
\`pending\` is Pending, \`online\` Online, \`offline\` Offline, and every other phase Stopped.

\`\`\`mermaid
stateDiagram-v2
  [*] --> pending: facts-received
  [*] --> stopped: facts-received
${lines.join('\n')}
\`\`\`
`;
}

/** Mermaid does not accept hyphens in names. */
function idOf(phase: string): string {
  return phase.replace('-', '_');
}

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import type { Figure, Section } from './section.ts';

const HEAD = ['figure', 'Weft Cloud', 'baseline', 'ratio', 'goal', ''];

/** @returns a section as Markdown: its title, the time and machine of the measurement, text, table and notes. */
export function renderSection({ title, text, figures, notes }: Section, measuredAt: string): string {
  const parts = [`## ${title}`, measuredAt, text, renderTable(HEAD, figures.map(cellsOf)), notes ?? ''];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** @returns a Markdown table with aligned columns; empty without rows. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const widths = head.map((name, at) =>
    Math.max(3, name.length, ...rows.map((row) => (row[at] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function cellsOf({ what, ours, baseline, ratio, goal, isMet }: Figure): string[] {
  const verdict = isMet === null ? '' : isMet ? 'met' : 'MISSED';
  return [what, ours, baseline, ratio === null ? '' : ratio.toFixed(2), goal, verdict];
}

/**
 * Describes the machine and the programs of a run.
 * @param now UTC ms.
 */
export function describeRun(now: number): string {
  const [cpu] = cpus();
  const version = (name: string) =>
    (JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { version: string }).version;
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const packages = ['workerd', 'miniflare', '@remix-run/react', 'react', 'vite', '@libsql/client'];
  return [
    `Measured ${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC on ${commit}: ${cpus().length} cores (${cpu?.model.trim()}),`,
    `${Math.round(totalmem() / 2 ** 30)} GiB, load average ${loadavg()[0]?.toFixed(0)} as it ended; Node ${process.versions.node},`,
    `${packages.map((name) => `${name} ${version(name)}`).join(', ')}.`,
  ].join('\n');
}

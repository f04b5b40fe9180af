import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export const REPORT_FILE = 'docs/benchmarks.md';

/**
 * Replaces sections of the report atomically: a reader, or an interrupted run, finds the old file or the new one. Other
 * sections stay unchanged.
 * @param sections Markdown by the part's name.
 * @param order the names of all parts, in the order of the document.
 */
export function writeSections(
  file: string,
  head: string,
  sections: ReadonlyMap<string, string>,
  order: readonly string[],
): void {
  const kept = existsSync(file) ? readSections(readFileSync(file, 'utf8')) : new Map<string, string>();
  const all = new Map([...kept, ...sections]);
  const bodies = order.flatMap((name) => {
    const section = all.get(name);
    return section === undefined ? [] : [`<!-- ${name} -->\n\n${section.trim()}`];
  });
  const written = `${file}.new`;
  writeFileSync(written, `${[head.trim(), ...bodies].join('\n\n')}\n`);
  renameSync(written, file);
}

/** @returns the sections of a report, by the name in the comment before each. */
export function readSections(text: string): Map<string, string> {
  const [, ...parts] = text.split(/^<!-- ([\w-]+) -->$/m);
  const sections = new Map<string, string>();
  for (let at = 0; at + 1 < parts.length; at += 2)
    sections.set(parts[at] ?? '', (parts[at + 1] ?? '').trim());
  return sections;
}

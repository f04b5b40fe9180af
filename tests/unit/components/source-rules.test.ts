import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const componentFiles = globSync('app/{components,routes}/**/*.tsx', { cwd: root });
const styleFiles = globSync('app/styles/*.css', { cwd: root });

/** Attributes that people read or hear. */
const spokenAttributes = new Set([
  'aria-label',
  'aria-description',
  'alt',
  'label',
  'placeholder',
  'title',
  'hint',
]);
const hasWord = (text: string) => /\p{L}{2}/u.test(text);

/** @returns each place where JSX contains text, and each style attribute, as `line: what`. */
function offences(fileName: string, source: string): string[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const report = (node: ts.Node, what: string) =>
    found.push(`${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${what.trim()}`);
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && hasWord(node.text)) report(node, node.text);
    if (ts.isJsxExpression(node) && node.expression && ts.isStringLiteralLike(node.expression)) {
      if (!ts.isJsxAttribute(node.parent) && hasWord(node.expression.text))
        report(node, node.expression.text);
    }
    if (ts.isJsxAttribute(node)) {
      const name = node.name.getText();
      const value = node.initializer;
      if (name === 'style') report(node, 'style attribute');
      if (spokenAttributes.has(name) && value && ts.isStringLiteral(value) && hasWord(value.text)) {
        report(node, value.text);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test('the rule for components finds sentences and style attributes', () => {
  const source = `const A = () => <p title="A title" style={{}}>Hello there {'and you'} {t('key.of')} <b className="x" /></p>;`;
  expect(offences('a.tsx', source)).toEqual([
    '1: A title',
    '1: style attribute',
    '1: Hello there',
    '1: and you',
  ]);
});

// Sentences belong to app/i18n; the content security policy refuses style attributes.
test.each(componentFiles)('%s contains no sentence and no style attribute', (path) => {
  expect(offences(path, readFileSync(`${root}${path}`, 'utf8'))).toEqual([]);
});

test('every link or form that opens a new tab says so to screen readers', () => {
  const silent = componentFiles.filter((path) => {
    const source = readFileSync(`${root}${path}`, 'utf8');
    // `ButtonLink` says it by itself.
    const opens = source.replace(/<ButtonLink[^>]*>/g, '').includes('target="_blank"');
    return opens && !source.includes("t('ui.opensInNewTab')");
  });
  expect(silent).toEqual([]);
});

test('all styles together stay under 13 kB gzip, even with their comments', () => {
  const css = styleFiles.map((path) => readFileSync(`${root}${path}`, 'utf8')).join('\n');
  expect(css).toContain('--color-canvas');
  expect(gzipSync(css).length).toBeLessThan(13_000);
});

test('every color outside the tokens is a token', () => {
  const literal = /#[0-9a-f]{3,8}\b(?!-)|\b(?:rgb|hsl|oklch)a?\(/gi;
  const offending = styleFiles
    .filter((path) => !path.endsWith('tokens.css'))
    .map((path) => {
      // In a mask only the alpha counts, so black is not a color there.
      const css = readFileSync(`${root}${path}`, 'utf8').replace(/mask-image:[^;]*;/g, '');
      return [path, css.match(literal)] as const;
    })
    .filter(([, literals]) => literals !== null);
  expect(offending).toEqual([]);
});

import { relative } from 'node:path';
import ts from 'typescript';

/** Keys that a module uses: complete keys, or the regular expression of a template. */
export interface UsedWords {
  keys: Set<string>;
  patterns: Set<string>;
}

/** The exports of a route's module that Remix keeps in the browser. */
const BROWSER_EXPORTS = ['default', 'meta', 'links', 'handle', 'shouldRevalidate', 'ErrorBoundary', 'Layout'];
/** A type with more members than any place chooses from means every key: the key comes from elsewhere. */
const MAX_CHOICES = 60;

/**
 * Finds the translation keys of each page through the compiler's types, in its own modules and their imports. It shares
 * nothing with `vite.words.ts`, which finds them in the text.
 */
export class UsedWordsReader {
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;
  readonly #known = new Map<string, { words: UsedWords; imports: string[] }>();
  /** Places that accept any key, as `file: text`. */
  readonly undecided = new Set<string>();

  constructor(configFile = 'tsconfig.product.json') {
    const { config } = ts.readConfigFile(configFile, ts.sys.readFile);
    const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
    // Pages, what they import, and the declarations of modules: the rest of the product takes as long to read again.
    const read = fileNames.filter((file) => /^app\/(?:routes\/|root\.tsx$)|\.d\.ts$/.test(file));
    this.#program = ts.createProgram(read, { ...options, incremental: false });
    this.#checker = this.#program.getTypeChecker();
  }

  /** @param file a route's module, such as `app/routes/login/route.tsx`. */
  of(file: string): UsedWords {
    const all: UsedWords = { keys: new Set(), patterns: new Set() };
    const seen = new Set<string>();
    const waiting = [file];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const { words, imports } = this.#read(next, next === file);
      for (const key of words.keys) all.keys.add(key);
      for (const pattern of words.patterns) all.patterns.add(pattern);
      waiting.push(...imports);
    }
    return all;
  }

  #read(file: string, isRoute: boolean) {
    const known = this.#known.get(file);
    if (known) return known;
    const source = this.#program.getSourceFile(file);
    if (!source) throw new Error(`${file} is not a module of the product.`);
    const words: UsedWords = { keys: new Set(), patterns: new Set() };
    const names = new Set<string>();
    const parts = isRoute ? browserStatements(source) : [...source.statements];
    for (const part of parts) {
      if (ts.isImportDeclaration(part)) continue;
      this.#visit(part, words, names);
    }
    const read = { words, imports: this.#importsOf(source, isRoute ? names : null) };
    this.#known.set(file, read);
    return read;
  }

  #visit(node: ts.Node, words: UsedWords, names: Set<string>): void {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isIdentifier(node) && isReference(node)) names.add(node.text);
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 't') {
      const [key] = node.arguments;
      if (key) this.#addKeys(key, words);
    }
    if (ts.isJsxAttribute(node) && node.name.getText() === 'i18nKey' && node.initializer) {
      const { initializer } = node;
      const value = ts.isJsxExpression(initializer) ? initializer.expression : initializer;
      if (value) this.#addKeys(value, words);
    }
    ts.forEachChild(node, (child) => this.#visit(child, words, names));
  }

  #addKeys(expression: ts.Expression, words: UsedWords): void {
    const chosen = ts.isAsExpression(expression) ? expression.expression : expression;
    // Both read without the type of the whole argument, for which the compiler would infer the types of `t` each time.
    if (ts.isConditionalExpression(chosen)) {
      this.#addKeys(chosen.whenTrue, words);
      this.#addKeys(chosen.whenFalse, words);
      return;
    }
    const names = ts.isTemplateExpression(chosen) ? this.#namesOf(chosen) : this.#choicesOf(chosen);
    if (names) for (const name of names) words.keys.add(name);
    else if (ts.isTemplateExpression(chosen)) words.patterns.add(patternOf(chosen));
    else this.undecided.add(`${relative('.', chosen.getSourceFile().fileName)}: ${chosen.getText()}`);
  }

  /** @returns every text of a template; null if one of its parts has too many. */
  #namesOf({ head, templateSpans }: ts.TemplateExpression): string[] | null {
    let names = [head.text];
    for (const { expression, literal } of templateSpans) {
      const choices = this.#choicesOf(expression);
      if (!choices || names.length * choices.length > MAX_CHOICES) return null;
      names = names.flatMap((name) => choices.map((choice) => `${name}${choice}${literal.text}`));
    }
    return names;
  }

  /** @returns every text that an expression can have; null if its type does not name them, or names too many. */
  #choicesOf(expression: ts.Expression): string[] | null {
    if (ts.isStringLiteral(expression)) return [expression.text];
    const type = this.#checker.getTypeAtLocation(expression);
    const members = type.isUnion() ? type.types : [type];
    if (members.length > MAX_CHOICES) return null;
    const texts = members.map((member) =>
      member.isStringLiteral() || member.isNumberLiteral() ? String(member.value) : null,
    );
    return texts.every((text) => text !== null) ? texts : null;
  }

  /** @param names the relevant identifiers; null for all of a module's imports. */
  #importsOf(source: ts.SourceFile, names: Set<string> | null): string[] {
    return source.statements.flatMap((statement) => {
      const isExport = ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined;
      if (!ts.isImportDeclaration(statement) && !isExport) return [];
      if (ts.isImportDeclaration(statement) && !isValueImport(statement, names)) return [];
      const specifier = (statement as ts.ImportDeclaration).moduleSpecifier as ts.StringLiteral;
      const { resolvedModule } = ts.resolveModuleName(
        specifier.text,
        source.fileName,
        this.#program.getCompilerOptions(),
        ts.sys,
      );
      const file = resolvedModule && relative('.', resolvedModule.resolvedFileName);
      return file?.startsWith('app/') && /\.tsx?$/.test(file) && !file.startsWith('app/i18n/') ? [file] : [];
    });
  }
}

function isValueImport({ importClause }: ts.ImportDeclaration, names: Set<string> | null): boolean {
  if (!importClause) return true;
  if (importClause.isTypeOnly) return false;
  const { namedBindings, name } = importClause;
  const bound = [
    ...(name ? [name.text] : []),
    ...(namedBindings && ts.isNamedImports(namedBindings)
      ? namedBindings.elements.filter(({ isTypeOnly }) => !isTypeOnly).map((element) => element.name.text)
      : []),
    ...(namedBindings && ts.isNamespaceImport(namedBindings) ? [namedBindings.name.text] : []),
  ];
  return names === null ? bound.length > 0 : bound.some((each) => names.has(each));
}

/** @returns the statements that the browser's exports of a route reach; Remix removes the others. */
function browserStatements(source: ts.SourceFile): ts.Statement[] {
  const reached = new Set<ts.Statement>();
  const reach = (statement: ts.Statement) => {
    if (reached.has(statement)) return;
    reached.add(statement);
    const used = identifiersIn(statement);
    for (const other of source.statements)
      if (declaredNames(other).some((name) => used.has(name))) reach(other);
  };
  for (const statement of source.statements) {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    const has = (kind: ts.SyntaxKind) => modifiers.some((modifier) => modifier.kind === kind);
    const isDefault = ts.isExportAssignment(statement) || has(ts.SyntaxKind.DefaultKeyword);
    const isExported = has(ts.SyntaxKind.ExportKeyword);
    if (isDefault || (isExported && declaredNames(statement).some((name) => BROWSER_EXPORTS.includes(name))))
      reach(statement);
  }
  return [...reached];
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    );
  if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name)
    return [statement.name.text];
  return [];
}

function identifiersIn(node: ts.Node): Set<string> {
  const found = new Set<string>();
  const visit = (child: ts.Node) => {
    if (ts.isTypeNode(child)) return;
    if (ts.isIdentifier(child) && isReference(child)) found.add(child.text);
    ts.forEachChild(child, visit);
  };
  visit(node);
  return found;
}

/** @returns whether an identifier names a variable, rather than a property or an attribute. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isJsxAttribute(parent)) return parent.name !== node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name !== node;
  if (ts.isPropertyAssignment(parent)) return parent.name !== node;
  return true;
}

function patternOf({ head, templateSpans }: ts.TemplateExpression): string {
  const fixed = [head.text, ...templateSpans.map(({ literal }) => literal.text)];
  return `^${fixed.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`;
}

/** A query that cannot be read, as GraphQL reports it. */
export class GraphqlSyntaxError extends Error {}

export type GraphqlValue =
  | string
  | number
  | boolean
  | null
  | GraphqlValue[]
  | { [key: string]: GraphqlValue };

export type Selection = {
  /** The name the answer carries: the alias when there is one. */
  responseName: string;
  name: string;
  args: Record<string, GraphqlValue>;
  selections: Selection[];
};

const tokenPattern =
  /(?<skip>[\s,\uFEFF]+|#[^\n]*)|(?<punct>\.\.\.|[!$&()[\]{}:=@|])|(?<name>[_A-Za-z]\w*)|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<string>"(?:[^"\\\n]|\\.)*")/y;

type Token = { kind: 'punct' | 'name' | 'number' | 'string'; text: string };

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < source.length) {
    const at = tokenPattern.lastIndex;
    const match = tokenPattern.exec(source);
    if (!match) throw new GraphqlSyntaxError(`Syntax Error: Unexpected character: "${source[at]}".`);
    const groups = match.groups ?? {};
    for (const kind of ['punct', 'name', 'number', 'string'] as const) {
      const text = groups[kind];
      if (text !== undefined) tokens.push({ kind, text });
    }
  }
  return tokens;
}

class Parser {
  readonly #tokens: Token[];
  readonly #variables: Record<string, GraphqlValue>;
  #position = 0;

  constructor(source: string, variables: Record<string, GraphqlValue>) {
    this.#tokens = tokenize(source);
    this.#variables = { ...variables };
  }

  operation(): Selection[] {
    if (this.#peek('query')) {
      this.#next();
      if (this.#current()?.kind === 'name') this.#next();
      if (this.#peek('(')) this.#variableDefinitions();
    } else if (!this.#peek('{')) throw this.#unexpected('only query operations are supported');
    const selections = this.#selectionSet();
    if (this.#current()) throw this.#unexpected('only one operation is supported');
    return selections;
  }

  #variableDefinitions(): void {
    this.#expect('(');
    while (!this.#peek(')')) {
      this.#expect('$');
      const name = this.#name();
      this.#expect(':');
      while (this.#peek('[') || this.#peek(']') || this.#peek('!') || this.#current()?.kind === 'name')
        this.#next();
      if (this.#peek('=')) {
        this.#next();
        const fallback = this.#value();
        if (!(name in this.#variables)) this.#variables[name] = fallback;
      }
    }
    this.#expect(')');
  }

  #selectionSet(): Selection[] {
    this.#expect('{');
    const selections: Selection[] = [];
    while (!this.#peek('}')) {
      const first = this.#name();
      const aliased = this.#peek(':');
      if (aliased) this.#next();
      const name = aliased ? this.#name() : first;
      const args = this.#peek('(') ? this.#arguments() : {};
      selections.push({
        responseName: first,
        name,
        args,
        selections: this.#peek('{') ? this.#selectionSet() : [],
      });
    }
    this.#expect('}');
    if (selections.length === 0) throw this.#unexpected('a selection is empty');
    return selections;
  }

  #arguments(): Record<string, GraphqlValue> {
    this.#expect('(');
    const args = this.#members(')');
    this.#expect(')');
    return args;
  }

  #members(end: string): Record<string, GraphqlValue> {
    const members: [string, GraphqlValue][] = [];
    while (!this.#peek(end)) {
      const name = this.#name();
      this.#expect(':');
      members.push([name, this.#value()]);
    }
    return Object.fromEntries(members);
  }

  #value(): GraphqlValue {
    const token = this.#next();
    if (token.kind === 'number') return Number(token.text);
    if (token.kind === 'string') return this.#string(token.text);
    if (token.text === '$') return this.#variables[this.#name()] ?? null;
    if (token.text === '[') {
      const list: GraphqlValue[] = [];
      while (!this.#peek(']')) list.push(this.#value());
      this.#expect(']');
      return list;
    }
    if (token.text === '{') {
      const members = this.#members('}');
      this.#expect('}');
      return members;
    }
    if (token.kind === 'punct') throw new GraphqlSyntaxError(`Syntax Error: Unexpected "${token.text}".`);
    if (token.text === 'null') return null;
    if (token.text === 'true' || token.text === 'false') return token.text === 'true';
    return token.text;
  }

  #string(literal: string): string {
    try {
      return String(JSON.parse(literal));
    } catch {
      throw new GraphqlSyntaxError(`Syntax Error: Invalid string ${literal}.`);
    }
  }

  #current(): Token | undefined {
    return this.#tokens[this.#position];
  }

  #peek(text: string): boolean {
    const token = this.#current();
    return token !== undefined && token.kind !== 'string' && token.text === text;
  }

  #next(): Token {
    const token = this.#current();
    if (!token) throw new GraphqlSyntaxError('Syntax Error: Unexpected <EOF>.');
    this.#position += 1;
    return token;
  }

  #name(): string {
    const token = this.#next();
    if (token.kind !== 'name')
      throw new GraphqlSyntaxError(`Syntax Error: Expected Name, found "${token.text}".`);
    return token.text;
  }

  #expect(text: string): void {
    if (!this.#peek(text)) throw this.#unexpected(`expected "${text}"`);
    this.#position += 1;
  }

  #unexpected(why: string): GraphqlSyntaxError {
    return new GraphqlSyntaxError(`Syntax Error: Unexpected "${this.#current()?.text ?? '<EOF>'}": ${why}.`);
  }
}

/**
 * Reads one GraphQL query: fields, aliases, arguments and variables; no fragments and no directives, which n8n's
 * public catalogue query does not use. Throws {@link GraphqlSyntaxError}.
 */
export function parseQuery(source: string, variables: Record<string, GraphqlValue>): Selection[] {
  return new Parser(source, variables).operation();
}

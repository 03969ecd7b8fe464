// Reads just enough of a SQL text to know how many statements it contains and how many parameters it
// expects, because libsql reports neither: it fills missing parameters with NULL, ignores surplus ones and
// runs only the first statement of several. Follows SQLite's own rules of tokens
// (sqlite.org/lang_expr.html#varparam).

interface StatementShape {
  /** Statements that are not empty. */
  readonly statements: number;
  /** The number of values that must be bound: the highest number of a `?` or `?NNN`. */
  readonly parameters: number;
  /** The first `:name`, `@name` or `$name`, if there is one. */
  readonly named: string | undefined;
}

const token =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|\?\d*|[:@$][\w$\u0080-\uffff]+|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|\d[\w.]*|;|\s+|[\s\S]/g;

/** Counts statements and parameters, ignoring comments, strings and quoted names. Never throws. */
export function statementShape(sql: string): StatementShape {
  let statements = 0;
  let parameters = 0;
  let named: string | undefined;
  /** The words of the current statement; a trigger contains statements up to its `end`. */
  let words: string[] = [];
  for (const [text] of sql.matchAll(token)) {
    if (text === ';') {
      if (!isTrigger(words) || words.at(-1) === 'end') words = [];
      continue;
    }
    if (text.startsWith('--') || text.startsWith('/*') || text.trim() === '') continue;
    if (words.length === 0) statements += 1;
    words.push(text.toLowerCase());
    const first = text[0] ?? '';
    if (first === '?')
      parameters = text.length > 1 ? Math.max(parameters, Number(text.slice(1))) : parameters + 1;
    else if (':@$'.includes(first) && text.length > 1) named ??= text;
  }
  return { statements, parameters, named };
}

/** A single statement without the semicolon that ends it. */
export function withoutSemicolon(sql: string): string {
  return [...sql.matchAll(token)].map(([text]) => (text === ';' ? ' ' : text)).join('');
}

function isTrigger([create, second, third]: readonly string[]): boolean {
  return create === 'create' && (second === 'trigger' || third === 'trigger');
}

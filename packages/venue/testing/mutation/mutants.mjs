// Small faults for a mutation test: an operator replaced, a statement omitted, a condition negated, a number off by one. They are
// found in the text, which works because the formatter puts spaces around operators and none around type arguments.

/** @typedef {{ line: number, from: string, to: string, source: string }} Mutant */

/** @type {readonly (readonly [RegExp, string])[]} */
const operators = [
  [/ <= /g, ' < '],
  [/ < /g, ' <= '],
  [/ >= /g, ' > '],
  [/ > /g, ' >= '],
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ \* /g, ' / '],
  [/ \/ /g, ' * '],
  [/ \+= /g, ' -= '],
  [/ -= /g, ' += '],
  [/ << /g, ' >>> '],
  [/ >>> /g, ' << '],
  [/ >> /g, ' << '],
  // Names of types are capitalised.
  [/ & (?![A-Z{])/g, ' | '],
  [/ \|= /g, ' &= '],
  [/ &= /g, ' |= '],
  [/\b0\b/g, '1'],
  [/\b1\b/g, '0'],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/\bMath\.min\b/g, 'Math.max'],
  [/\bMath\.max\b/g, 'Math.min'],
];

/** Lines that do not run: comments, types, imports, and the texts of claims. */
const isIdle = (/** @type {string} */ text) =>
  /^\s*(\/\/|\/?\*|import |export (type|interface)|type |interface |declare |readonly |assert\(|\} from )/.test(
    text,
  ) || /`.*\$\{/.test(text);

/**
 * @param {string} code
 * @param {number} from the position after an opening parenthesis
 * @returns {number} the position of the closing one, 0 if it is not on this line
 */
function closingOf(code, from) {
  let depth = 1;
  for (let at = from; at < code.length; at += 1) {
    if (code[at] === '(') depth += 1;
    if (code[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return 0;
}

/**
 * @param {string} source of a module
 * @returns {Mutant[]}
 */
export function mutantsOf(source) {
  const lines = source.split('\n');
  /** @type {Mutant[]} */
  const mutants = [];
  let inType = false;
  lines.forEach((text, at) => {
    // The compiler checks lists of events.
    if (/^(export )?(interface |const \w+: EventKinds<)/.test(text)) inType = true;
    if (inType) {
      if (text.startsWith('}')) inType = false;
      return;
    }
    if (isIdle(text)) return;
    const put = (/** @type {string} */ changed) => {
      if (changed === text) return;
      const all = [...lines];
      all[at] = changed;
      mutants.push({ line: at + 1, from: text.trim(), to: changed.trim(), source: all.join('\n') });
    };
    const code = text.replace(/ \/\/.*$/, '');
    for (const [operator, other] of operators)
      for (const { index, 0: found } of code.matchAll(operator))
        put(text.slice(0, index) + other + text.slice(index + found.length));
    const opens = /^\s*(?:else )?(?:if|while) \(/.exec(code)?.[0].length ?? 0;
    const closes = opens === 0 ? 0 : closingOf(code, opens);
    if (closes > 0) put(`${code.slice(0, opens)}!(${code.slice(opens, closes)})${code.slice(closes)}`);
    if (
      /^\s+(this\.|[a-z]\w*(\.|\[|\())[^=>]*.*;$/.test(code) &&
      !/^\s+(return|const|let|for|if|while|yield)\b/.test(code)
    )
      put(text.replace(/\S.*$/, ';'));
  });
  return mutants;
}

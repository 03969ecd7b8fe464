// Small faults for a mutation test: one operator turned, one statement left out, one condition denied, one number off by one. They are
// found by text, which works because the formatter sets spaces round operators and none round type arguments.

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
  [/ & /g, ' | '],
  [/ \|= /g, ' &= '],
  [/ &= /g, ' |= '],
  [/\b0\b/g, '1'],
  [/\b1\b/g, '0'],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/\bMath\.min\b/g, 'Math.max'],
  [/\bMath\.max\b/g, 'Math.min'],
];

/** Lines in which nothing runs: comments, types, imports, and the words of claims. */
const isIdle = (/** @type {string} */ text) =>
  /^\s*(\/\/|\/?\*|import |export (type|interface)|type |interface |declare |readonly |assert\(|\} from )/.test(
    text,
  ) || /`.*\$\{/.test(text);

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
    if (/^(export )?interface /.test(text)) inType = true;
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
    const condition = /^(\s*(?:else )?(?:if|while) \()(.+)(\)(?: \{| .+;)?)$/.exec(code);
    if (condition !== null) put(`${condition[1]}!(${condition[2]})${condition[3]}`);
    if (
      /^\s+(this\.|[a-z]\w*(\.|\[|\())[^=>]*.*;$/.test(code) &&
      !/^\s+(return|const|let|for|if|while|yield)\b/.test(code)
    )
      put(text.replace(/\S.*$/, ';'));
  });
  return mutants;
}

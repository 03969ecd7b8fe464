// What is typed under a caption, as a test of rows: several wishes with commas between them, of which one must hold; a
// wish is a text that the cell holds, `=text` for all of it, `!text` for none of it, and for numbers `>4000`, `<=5`,
// `10..20`. A comma at the end switches the filter off without losing it (domain §4).

export interface FilterValue {
  readonly text: string;
  /** The number behind the text, where there is one. */
  readonly number: number | null;
}

type Wish = (value: FilterValue) => boolean;

/** Null when nothing is asked for, or the filter is switched off. */
export function readFilter(typed: string): Wish | null {
  const trimmed = typed.trim();
  if (trimmed === '' || trimmed.endsWith(',')) return null;
  const parts = trimmed
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const rejections = parts.filter((part) => part.startsWith('!')).map((part) => wishOf(part.slice(1).trim()));
  const wishes = parts.filter((part) => !part.startsWith('!')).map(wishOf);
  return (value) =>
    !rejections.some((wish) => wish(value)) && (wishes.length === 0 || wishes.some((wish) => wish(value)));
}

const comparison = /^(>=|<=|>|<|=)\s*(.+)$/;
const range = /^(-?[\d\s.]*\d)\s*\.\.\s*(-?[\d\s.]*\d)$/;

function wishOf(part: string): Wish {
  const between = range.exec(part);
  const low = numberIn(between?.[1]);
  const high = numberIn(between?.[2]);
  if (low !== null && high !== null)
    return ({ number }) => number !== null && number >= Math.min(low, high) && number <= Math.max(low, high);
  const [, sign, rest = ''] = comparison.exec(part) ?? [];
  const bound = numberIn(rest);
  if (sign !== undefined && bound !== null)
    return ({ number }) =>
      number !== null &&
      (sign === '>'
        ? number > bound
        : sign === '<'
          ? number < bound
          : sign === '>='
            ? number >= bound
            : sign === '<='
              ? number <= bound
              : number === bound);
  if (sign === '=') {
    const whole = rest.toLowerCase();
    return ({ text }) => text.trim().toLowerCase() === whole;
  }
  const inside = part.toLowerCase();
  return ({ text }) => text.toLowerCase().includes(inside);
}

/** A number as a person types it, with spaces between thousands; null when it is none. */
function numberIn(text: string | undefined): number | null {
  const bare = (text ?? '').replace(/\s/g, '').replace('−', '-');
  return /^-?\d+(\.\d+)?$/.test(bare) ? Number(bare) : null;
}

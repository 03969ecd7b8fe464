// The decimal digits of all scripts: Intl writes numbers with those of the locale, and people type or paste them.

const otherDigit = /[^\P{Nd}0-9]/gu;
let zeros: readonly number[] | null = null;

/** The decimal digits of every script as those of Latin text: "٤" is "4". */
export function asLatinDigits(text: string): string {
  return text.replace(otherDigit, (digit) => {
    zeros ??= zeroDigits();
    const code = digit.codePointAt(0) ?? 0;
    return String(code - (zeros.filter((zero) => zero <= code).at(-1) ?? code));
  });
}

/** The code points of zero: Unicode has the digits of a script in one row of ten. */
function zeroDigits(): number[] {
  const found: number[] = [];
  for (let code = 0x660; code < 0x1_fc00; code += 1)
    if (/\p{Nd}/u.test(String.fromCodePoint(code))) {
      found.push(code);
      code += 9;
    }
  return found;
}

/** Whether a written number is zero, in the digits of any script: "0.00", "٠٫٠٠". */
export const isZero = (written: string): boolean =>
  /\d/.test(asLatinDigits(written)) && !/[1-9]/.test(asLatinDigits(written));

/** The digits of a one-time password, of any script, without what applications put between them: "123-456". */
export const otpDigits = (typed: string): string => asLatinDigits(typed).replace(/\D/g, '');

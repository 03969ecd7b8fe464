// Powers of two and the exponent of a double. Scaling by a power of two is exact, so a number can be split
// into mantissa and exponent and put together again without losing a bit.

const smallestExponent = -1074;
const largestExponent = 1023;

const powers = new Float64Array(largestExponent - smallestExponent + 1);
for (let value = 1, index = -smallestExponent; index < powers.length; index += 1, value *= 2) {
  powers[index] = value;
}
for (let value = 1, index = -smallestExponent; index >= 0; index -= 1, value /= 2) {
  powers[index] = value;
}

/**
 * @param exponent an integer from −1074 to 1023
 * @returns 2^exponent, exactly
 */
export function powerOfTwo(exponent: number): number {
  return powers[exponent - smallestExponent]!;
}

const double = new Float64Array(1);
const words = new Int32Array(double.buffer);
double[0] = 1;
/** The index of the word with sign and exponent depends on the machine's byte order. */
const highWord = words[1] === 0 ? 0 : 1;

/**
 * @param value a normal number above 0
 * @returns the integer e with 2^e ≤ value < 2^(e+1)
 */
export function exponentOf(value: number): number {
  double[0] = value;
  return (words[highWord]! >> 20) - 1023;
}

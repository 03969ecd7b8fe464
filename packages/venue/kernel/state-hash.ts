// A 64-bit fingerprint of the venue's state, identical on every machine, on which two runs of the same commands must agree. It is
// FNV-1a in two lanes over UTF-16 code units. It detects differences but does not resist an attacker.

/** Sixteen hexadecimal digits. */
export type StateHash = string;

export const hashText = (text: string): StateHash => hashTexts([text]);

/** The hash of the concatenated texts. */
export function hashTexts(texts: Iterable<string>): StateHash {
  let low = 0x811c9dc5 | 0;
  let high = 0x6c62272e | 0;
  for (const text of texts)
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      low = Math.imul(low ^ unit, 0x01000193);
      high = Math.imul(high ^ (unit + (low & 0xff)), 0x01000193) ^ (high >>> 15);
    }
  return (low >>> 0).toString(16).padStart(8, '0') + (high >>> 0).toString(16).padStart(8, '0');
}

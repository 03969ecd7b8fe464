// The broadcast messages: invocations of one client method with a given encoded length.

export const target = 'MarketDisplay';

/** @param {string} text */
const encode = (text) => `{"type":1,"target":"${target}","arguments":["${text}"]}\x1e`;

/**
 * The argument of message number `index`, so that the encoded message has `bytes` bytes.
 * @param {number} bytes
 * @param {number} index
 */
export function hubMessageText(bytes, index) {
  return String(index).padEnd(bytes - encode('').length, 'x');
}

/**
 * @param {number} bytes
 * @param {number} index
 */
export function hubMessageBytes(bytes, index) {
  return Buffer.from(encode(hubMessageText(bytes, index)));
}

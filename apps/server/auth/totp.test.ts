import { describe, expect, it } from 'vitest';
import { base32Of, codeOfStep, isCodeOfStep, otpauthUri, stepAt, stepOfCode } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

describe('a one-time password', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('[AUTH-2] is at %d s the one of RFC 6238, appendix B', (seconds, code) => {
    expect(codeOfStep(secret, stepAt(seconds * 1000), 8)).toBe(code);
  });

  it.each([
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ])('[AUTH-2] has the six digits of RFC 4226, appendix D: %s', (code) => {
    const steps = Array.from({ length: 10 }, (_, step) => codeOfStep(secret, step));
    expect(steps).toContain(code);
  });

  it('[AUTH-2] is valid in its own time step only', () => {
    const step = stepAt(59_000);
    expect(isCodeOfStep(secret, step, codeOfStep(secret, step))).toBe(true);
    for (const other of [step - 1, step + 1])
      expect(isCodeOfStep(secret, step, codeOfStep(secret, other))).toBe(false);
    for (const wrong of ['', '28708', '2870820', '28708２'])
      expect(isCodeOfStep(secret, step, wrong)).toBe(false);
    expect([stepAt(29_999), stepAt(30_000)]).toEqual([0, 1]);
  });
});

describe('a code that arrives late', () => {
  const step = 1_000;
  const now = step * 30_000 + 800;
  const codeOf = (of: number) => codeOfStep(secret, of);
  const stepOf = (code: string, lastStep = 0) => stepOfCode(secret, code, { now, lastStep });

  it('[AUTH-2] is right for one step more, as RFC 6238 recommends, and no longer', () => {
    expect([step, step - 1, step - 2, step + 1].map((of) => stepOf(codeOf(of)))).toEqual([
      step,
      step - 1,
      null,
      null,
    ]);
  });

  it('[AUTH-2] is right once, and not after a later one', () => {
    expect(stepOf(codeOf(step - 1), step - 1)).toBeNull();
    expect(stepOf(codeOf(step), step - 1)).toBe(step);
    expect(stepOf(codeOf(step - 1), step)).toBeNull();
    expect(stepOf(codeOf(step), step)).toBeNull();
  });
});

describe('enrolment', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('[AUTH-2] writes "%s" in base32 as RFC 4648 does', (text, encoded) => {
    expect(base32Of(Buffer.from(text))).toBe(encoded);
  });

  it('[AUTH-2] names issuer and account in the address of the QR code', () => {
    const uri = otpauthUri({ email: 'thandi+1@kand.example', secret: base32Of(secret) });
    expect(uri).toBe(
      'otpauth://totp/Openpit%3Athandi%2B1%40kand.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Openpit&digits=6&period=30',
    );
  });
});

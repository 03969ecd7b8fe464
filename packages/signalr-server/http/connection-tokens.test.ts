import { describe, expect, it } from 'vitest';
import { ManualClock } from '../clock.ts';
import { ConnectionTokenSigner } from './connection-token-signer.ts';
import { ConnectionTokens } from './connection-tokens.ts';

const scope = { path: '/market', userId: 'dealer-1' };
const notConnected = () => null;

function setUp(node = 'n1', secret = 'a secret') {
  const clock = new ManualClock();
  const signer = new ConnectionTokenSigner({ node, secret });
  return { clock, tokens: new ConnectionTokens({ signer, clock, lifetimeMs: 15_000 }) };
}

describe('a connection token', () => {
  it('consists of node, connection id, expiry, random part and signature', () => {
    const { connectionId, token } = setUp().tokens.issue(scope, 1);
    const parts = token.split('.');
    expect(parts).toHaveLength(5);
    expect(parts[0]).toBe('n1');
    expect(parts[1]).toBe(connectionId);
    expect(Buffer.from(connectionId, 'base64url')).toHaveLength(16);
    expect(Buffer.from(parts[3] ?? '', 'base64url')).toHaveLength(16);
  });

  it('is also the connection id in negotiate version 0', () => {
    const { tokens } = setUp();
    const { connectionId, token } = tokens.issue(scope, 0);
    expect(connectionId).toBe(token);
    expect(tokens.check(token, scope, notConnected)).toMatchObject({ state: 'unused', connectionId: token });
  });

  it('is accepted by another node with the same secret, and not with another secret', () => {
    const { token, connectionId } = setUp('n1').tokens.issue(scope, 1);
    expect(setUp('n2').tokens.check(token, scope, notConnected)).toMatchObject({
      state: 'unused',
      connectionId,
    });
    expect(setUp('n2', 'another').tokens.check(token, scope, notConnected)).toEqual({ state: 'invalid' });
  });

  it('is valid only for its hub and its user', () => {
    const { tokens } = setUp();
    const { token } = tokens.issue(scope, 1);
    for (const other of [
      { ...scope, path: '/depth' },
      { ...scope, userId: 'dealer-2' },
      { ...scope, userId: null },
    ]) {
      expect(tokens.check(token, other, notConnected)).toEqual({ state: 'invalid' });
    }
  });

  it('is invalid after a change of any of its characters', () => {
    const { tokens } = setUp();
    const { token } = tokens.issue(scope, 1);
    for (let i = 0; i < token.length; i++) {
      const changed = token.slice(0, i) + (token[i] === 'A' ? 'B' : 'A') + token.slice(i + 1);
      expect(tokens.check(changed, scope, notConnected)).toEqual({ state: 'invalid' });
    }
    for (const nonsense of ['', '....', 'x', `${token}.x`, `${token}=`]) {
      expect(tokens.check(nonsense, scope, notConnected)).toEqual({ state: 'invalid' });
    }
  });

  it('expires after 15 s if it is not used', () => {
    const { clock, tokens } = setUp();
    const { token } = tokens.issue(scope, 1);
    clock.advance(14_999);
    expect(tokens.check(token, scope, notConnected).state).toBe('unused');
    clock.advance(1);
    expect(tokens.check(token, scope, notConnected).state).toBe('invalid');
  });

  it('stays valid while its connection is open, and not afterwards', () => {
    const { clock, tokens } = setUp();
    const { token, connectionId } = tokens.issue(scope, 1);
    const state = tokens.check(token, scope, notConnected);
    if (state.state === 'unused') tokens.markUsed(state);
    clock.advance(60_000);
    const transport = 'LongPolling';
    const transportOf = (id: string) => (id === connectionId ? transport : null);
    expect(tokens.check(token, scope, transportOf)).toEqual({ state: 'connected', connectionId, transport });
    expect(tokens.check(token, scope, notConnected).state).toBe('invalid');
  });

  it('cannot be used twice', () => {
    const { clock, tokens } = setUp();
    const { token } = tokens.issue(scope, 1);
    const state = tokens.check(token, scope, notConnected);
    if (state.state === 'unused') tokens.markUsed(state);
    clock.advance(5_000);
    tokens.sweep();
    expect(tokens.check(token, scope, notConnected).state).toBe('invalid');
  });

  it('requires a node name without dots', () => {
    expect(() => setUp('n.1')).toThrow(RangeError);
  });
});

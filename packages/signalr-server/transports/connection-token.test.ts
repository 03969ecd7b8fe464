import { describe, expect, it } from 'vitest';
import { ManualClock } from '../clock.ts';
import { ConnectionTokens } from './connection-token.ts';
import { NegotiatedIds } from './negotiated-ids.ts';

const scope = { path: '/market', userId: 'dealer-1' };
const nobodyIsLive = () => null;

function setUp(node = 'n1', secret = 'a secret') {
  const clock = new ManualClock();
  const tokens = new ConnectionTokens({ node, secret });
  return { clock, tokens, ids: new NegotiatedIds({ tokens, clock, lifetimeMs: 15_000 }) };
}

describe('a connection token', () => {
  it('is node, connection id, expiry, random part and signature', () => {
    const { connectionId, token } = setUp().ids.issue(scope, 1);
    const parts = token.split('.');
    expect(parts).toHaveLength(5);
    expect(parts[0]).toBe('n1');
    expect(parts[1]).toBe(connectionId);
    expect(Buffer.from(connectionId, 'base64url')).toHaveLength(16);
    expect(Buffer.from(parts[3] ?? '', 'base64url')).toHaveLength(16);
  });

  it('is the connection id itself in negotiate version 0', () => {
    const { ids } = setUp();
    const { connectionId, token } = ids.issue(scope, 0);
    expect(connectionId).toBe(token);
    expect(ids.look(token, scope, nobodyIsLive)).toMatchObject({ state: 'fresh', connectionId: token });
  });

  it('is accepted by another node with the same secret, and by none with another', () => {
    const { token, connectionId } = setUp('n1').ids.issue(scope, 1);
    expect(setUp('n2').ids.look(token, scope, nobodyIsLive)).toMatchObject({ state: 'fresh', connectionId });
    expect(setUp('n2', 'another').ids.look(token, scope, nobodyIsLive)).toEqual({ state: 'unknown' });
  });

  it('is good for the hub and the user it was issued for only', () => {
    const { ids } = setUp();
    const { token } = ids.issue(scope, 1);
    for (const other of [
      { ...scope, path: '/depth' },
      { ...scope, userId: 'dealer-2' },
      { ...scope, userId: null },
    ]) {
      expect(ids.look(token, other, nobodyIsLive)).toEqual({ state: 'unknown' });
    }
  });

  it('does not survive a change of any of its letters', () => {
    const { ids } = setUp();
    const { token } = ids.issue(scope, 1);
    for (let i = 0; i < token.length; i++) {
      const changed = token.slice(0, i) + (token[i] === 'A' ? 'B' : 'A') + token.slice(i + 1);
      expect(ids.look(changed, scope, nobodyIsLive)).toEqual({ state: 'unknown' });
    }
    for (const nonsense of ['', '....', 'x', `${token}.x`, `${token}=`]) {
      expect(ids.look(nonsense, scope, nobodyIsLive)).toEqual({ state: 'unknown' });
    }
  });

  it('expires 15 s after it was issued when it was not used', () => {
    const { clock, ids } = setUp();
    const { token } = ids.issue(scope, 1);
    clock.advance(14_999);
    expect(ids.look(token, scope, nobodyIsLive).state).toBe('fresh');
    clock.advance(1);
    expect(ids.look(token, scope, nobodyIsLive).state).toBe('unknown');
  });

  it('leads to its connection as long as that lives, and to nothing afterwards', () => {
    const { clock, ids } = setUp();
    const { token, connectionId } = ids.issue(scope, 1);
    const state = ids.look(token, scope, nobodyIsLive);
    if (state.state === 'fresh') ids.markUsed(state);
    clock.advance(60_000);
    const transport = 'LongPolling';
    const isLive = (id: string) => (id === connectionId ? transport : null);
    expect(ids.look(token, scope, isLive)).toEqual({ state: 'live', connectionId, transport });
    expect(ids.look(token, scope, nobodyIsLive).state).toBe('unknown');
  });

  it('cannot be used a second time before it expires', () => {
    const { clock, ids } = setUp();
    const { token } = ids.issue(scope, 1);
    const state = ids.look(token, scope, nobodyIsLive);
    if (state.state === 'fresh') ids.markUsed(state);
    clock.advance(5_000);
    ids.sweep();
    expect(ids.look(token, scope, nobodyIsLive).state).toBe('unknown');
  });

  it('wants a node name without dots', () => {
    expect(() => setUp('n.1')).toThrow(RangeError);
  });
});

// One message of each type and shape, for round trips through both encodings.
import { MessageType, type ProtocolMessage } from '../protocol/messages.ts';

export const sampleMessages: readonly [string, ProtocolMessage][] = [
  [
    'an invocation without an id',
    {
      type: MessageType.invocation,
      target: 'Subscribe',
      args: [['WMAZ'], { a: 1, b: [null, true, -1.5, 'é'] }],
      invocationId: null,
      streamIds: [],
    },
  ],
  [
    'an invocation with upload streams',
    { type: MessageType.invocation, target: 'U', args: [], invocationId: '12', streamIds: ['1', '2'] },
  ],
  [
    'a stream invocation',
    { type: MessageType.streamInvocation, target: 'S', args: [3], invocationId: '7', streamIds: [] },
  ],
  ['a stream item', { type: MessageType.streamItem, invocationId: '7', item: { x: 'y' } }],
  ['a completion without a result', { type: MessageType.completion, invocationId: '7', outcome: 'void' }],
  [
    'a completion with a result',
    { type: MessageType.completion, invocationId: '7', outcome: 'result', result: [1, 70_000, 2 ** 40] },
  ],
  [
    'a completion with a null result',
    { type: MessageType.completion, invocationId: '7', outcome: 'result', result: null },
  ],
  [
    'a completion with an error',
    { type: MessageType.completion, invocationId: '7', outcome: 'error', error: 'no' },
  ],
  ['a cancellation', { type: MessageType.cancelInvocation, invocationId: '7' }],
  ['a ping', { type: MessageType.ping }],
  ['a close without an error', { type: MessageType.close, error: null, allowReconnect: false }],
  ['a close with an error', { type: MessageType.close, error: 'gone', allowReconnect: true }],
  ['an ack', { type: MessageType.ack, sequenceId: 12 }],
  ['a sequence', { type: MessageType.sequence, sequenceId: 13 }],
];

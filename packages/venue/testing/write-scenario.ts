// Writes a generated run in the language of scenarios (docs/scenarios.md), so that the failure of a property test can be read,
// and run again, as a scenario. A command that the language has no words for becomes a comment.
import { contractGroups } from '@openpit/terms';
import { amountText } from '../kernel/units.ts';
import type { Command } from '../modules.ts';
import type { Submission } from '../order-gateway.ts';
import type { Outcome } from '../outcome.ts';
import type { GeneratedSubmission } from './generated-run.ts';
import { openingSubmissions } from './generators/operator-commands.ts';
import { dealWords, orderWords, personOf, phrase, type Words } from './scenario-words.ts';
import { wholeMarketSetup } from './whole-market.ts';

/** The whole run, without the commands that open the market, which the setup replaces. */
export function writeScenario(
  title: string,
  {
    sent,
    outcomes,
  }: { readonly sent: readonly GeneratedSubmission[]; readonly outcomes: readonly Outcome[] },
): string {
  // The venue continues long work automatically.
  const ofSent = outcomes.filter(({ command }) => command !== 'continueRun');
  const lines = sent.flatMap(({ afterMs, submission }, at): string[] => {
    if (at < openingSubmissions.length) return [];
    const { verdict } = ofSent[at] ?? { verdict: null };
    const rejected = verdict?.kind === 'rejected' ? [`  rejected ${verdict.rejection.code}`] : [];
    const line = writeScenarioLine(submission);
    const passed = afterMs === 0 ? [] : [`after ${afterMs / 1000} s`];
    return [
      ...passed,
      ...(line === null ? [`# no words for ${JSON.stringify(submission)}`] : [line, ...rejected]),
    ];
  });
  return [`# ${title.split('\n')[0] ?? ''}`, ...wholeMarketSetup, '', ...lines, ''].join('\n');
}

/** Returns null if the language has no words for the command. */
export function writeScenarioLine({ by, command, requestId }: Submission): string | null {
  const words = by.kind === 'user' ? byUser(by.userId, command) : byOperator(command);
  if (words === null) return null;
  const line = words.filter((word) => word !== '').join(' ');
  return requestId === null ? line : `${line} request ${requestId}`;
}

function byOperator(command: Command): Words {
  switch (command.kind) {
    case 'endDay':
      return ['end of day'];
    case 'announce':
      return ['announcement', command.announcement, `"${command.message}"`];
    case 'beginPhase': {
      const [group] = command.groups;
      if (command.groups.length === contractGroups.length) return ['phase', command.phase];
      return command.groups.length === 1 ? ['phase', command.phase, phrase('for', group)] : null;
    }
    case 'haltInstrument':
      return ['halt', command.instrument, `"${command.reason}"`];
    case 'resumeInstrument':
      return ['resume', command.instrument];
    case 'widenLimits':
      return ['limits', command.instrument, amountText(command.band)];
    case 'suspendTimedOutOrders':
      return ['time-outs'];
    case 'suspendDisconnectedOrders':
      return ['connection lost', personOf(command.userId)];
    case 'cancelDeal':
      return ['error trade', `${command.matchSeq}`, `"${command.reason}"`];
    case 'repriceDeal':
      return [
        'error trade',
        `${command.matchSeq}`,
        `"${command.reason}"`,
        phrase('at', amountText(command.price)),
      ];
    case 'registerUser':
      return [personOf(command.userId), 'may enter'];
    case 'grantPermissions':
      return [personOf(command.userId), 'may', command.flags.join(', ')];
    case 'revokePermissions':
      return [personOf(command.userId), 'may not', command.flags.join(', ')];
    case 'limitOrderQuantity':
      return command.maxLots === null
        ? [personOf(command.userId), 'may order any quantity']
        : [personOf(command.userId), 'may order at most', `${command.maxLots}`];
    case 'setDealerScope':
      return [
        personOf(command.userId),
        command.scope === 'own' ? 'may act on own only' : 'may act for member',
      ];
    case 'setSelfMatch':
      return ['self-match', command.selfMatch];
    case 'limitPosition':
      return command.maxLots === null
        ? [command.principal, command.principal, 'may hold any quantity']
        : [command.principal, command.principal, 'may hold at most', `${command.maxLots}`];
    default:
      return null;
  }
}

function byUser(userId: string, command: Command): Words {
  const words = dealWords(command) ?? orderWords(command);
  return words === null ? null : [personOf(userId), ...words];
}

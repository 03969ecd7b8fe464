// Short-dated options in the demonstration's past: a series that expires in it, with exercises, and a series that expires today.
import { businessDaysBefore, type ContractListing, isoDate, lots, volatility } from '@openpit/venue';
import { shortDated } from './daily-contracts.ts';
import { simulatedUsers } from './demo-users.ts';
import {
  type Act,
  by,
  dealBetween,
  kand,
  type OptionPlace,
  optionOf,
  type Past,
  rietvleiOwn,
  type Scene,
  type SceneAccount,
  type Times,
  veld,
} from './past-scene.ts';

/** Short-dated options: a series that expires in the past, with exercises, and a series that expires today. */
export function expiries(times: Times, { present, holidays }: Past): Act[] {
  const today = isoDate(present);
  const before = isoDate(businessDaysBefore(present, 2, holidays));
  const buy =
    (expiry: string, flag: 'C' | 'P', strikes: number, who: SceneAccount, signed: number) =>
    (scene: Scene) => {
      const option = shortDatedOf(scene, expiry, { flag, strikes });
      if (option === undefined || !scene.isTrading(option)) return;
      const dealt = { volatility: option.volatility ?? volatility(2_600) };
      dealBetween(scene, simulatedUsers.exporter, who, { contract: option.contract, lots: signed, ...dealt });
    };
  const longIn = ({ view }: Scene, { userId, member, principal }: SceneAccount, expiry: string) =>
    view
      .rowsFor('positions', { userId, member })
      .rows.filter((row) => row.principal === principal && row.net > 0)
      .filter(({ contract }) => {
        const listing = view.directory.contract(contract);
        return (
          listing?.kind === 'option' &&
          listing.optionExpiry === expiry &&
          shortDated.includes(listing.instrument)
        );
      });
  return [
    { at: times.at(-6, '10:11'), act: buy(before, 'C', -3, kand, 12) },
    { at: times.at(-6, '10:12'), act: buy(before, 'C', 3, kand, -8) },
    { at: times.at(-6, '10:13'), act: buy(before, 'P', 3, veld, 10) },
    { at: times.at(-5, '11:02'), act: buy(today, 'C', -2, kand, 10) },
    { at: times.at(-5, '11:03'), act: buy(today, 'P', 2, kand, 6) },
    { at: times.at(-4, '11:04'), act: buy(today, 'P', 3, veld, 10) },
    { at: times.at(-4, '11:06'), act: buy(today, 'C', -1, veld, 8) },
    { at: times.at(-3, '11:07'), act: buy(today, 'C', 0, rietvleiOwn, 5) },
    {
      at: times.at(-2, '11:30'),
      act: (scene) => {
        for (const who of [kand, veld]) {
          const [option] = longIn(scene, who, before);
          if (option === undefined) continue;
          const terms = { contract: option.contract, principal: who.principal };
          const half = lots(Math.ceil(option.net / 2));
          scene.send(by(who), { kind: 'exerciseOption', ...terms, lots: half });
          scene.send(by(who), { kind: 'abandonOption', ...terms, lots: lots(1) });
        }
      },
    },
  ];
}

/** An option of the series that expires on a day. */
function shortDatedOf(scene: Scene, expiry: string, option: OptionPlace): ContractListing | undefined {
  const { directory } = scene.view;
  const shortDatedOption = directory
    .tradedContracts()
    .find(
      (listing) =>
        listing.kind === 'option' &&
        listing.optionExpiry === expiry &&
        shortDated.includes(listing.instrument),
    );
  const future = directory.contract(shortDatedOption?.underlying ?? '');
  return future === undefined ? undefined : optionOf(scene, future, option);
}

// The dialog of members' actions on deals (ACT-13 to ACT-17, ACT-20): one form for each kind. The chosen deals are shown live, because
// another screen may change them.
import type { ComponentType } from 'react';
import { reasonAgainst, useActionContext } from '../../actions/action.ts';
import { dealActions, useDealFacts } from '../../actions/deal-actions.ts';
import type { DealFormKind, DealFormRequest } from '../../actions/dialogs.ts';
import { PrincipalForm, SubAccountForm } from './account-forms.tsx';
import { CumulateForm } from './cumulate-form.tsx';
import type { DealFormProps } from './deal-form.tsx';
import { AssignForm, TripartiteForm } from './pass-on-forms.tsx';
import { SplitForm } from './split-form.tsx';

const forms: Readonly<Record<DealFormKind, ComponentType<DealFormProps>>> = {
  splitDeal: SplitForm,
  cumulateDeal: CumulateForm,
  correctDealPrinciple: PrincipalForm,
  subAccountChange: SubAccountForm,
  assignDealToMember: AssignForm,
  tripartiteDeal: TripartiteForm,
};

interface DealFormDialogProps {
  readonly request: DealFormRequest;
  readonly onClose: () => void;
}

export function DealFormDialog({ request, onClose }: DealFormDialogProps) {
  const facts = useDealFacts();
  const context = useActionContext();
  const deals = request.deals.map(
    (deal) => facts.all.find(({ dealSeq }) => dealSeq === deal.dealSeq) ?? deal,
  );
  const [first, ...others] = deals;
  if (first === undefined) return null;
  const missingDeal = request.deals.find(
    (deal) => !facts.all.some(({ dealSeq }) => dealSeq === deal.dealSeq),
  );
  const action = dealActions.find(({ id }) => id === request.kind);
  // If there are several deals, the form drops those that no longer fit.
  const closedReason =
    missingDeal !== undefined
      ? `Deal ${missingDeal.dealSeq} is no longer among the deals of today.`
      : action === undefined
        ? null
        : reasonAgainst(action, { ...facts, deals: [first] }, context);
  const Form = forms[request.kind];
  return <Form deals={[first, ...others]} facts={facts} closedReason={closedReason} onClose={onClose} />;
}

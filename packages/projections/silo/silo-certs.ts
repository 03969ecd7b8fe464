// The register of silo certificates (data set 21) with the history of each, and the static data of silos. Rows belong to the members of the
// owners. A certificate that passes to another member is removed from the previous member's rows.
import type { SiloCertChanged, SiloData } from '@openpit/venue';
import {
  dataSets,
  type OriginRow,
  type PhysicalGradeRow,
  type SiloCertRow,
  type SiloCertStep,
  type SiloLocationRow,
  type SiloOwnerRow,
  toRand,
} from '@openpit/wire';
import type { Viewer } from '../kernel/audience.ts';
import { type MemberRecord, MemberRows, type SavedMemberRows } from '../kernel/member-rows.ts';
import type { EventHandlers, Projection } from '../kernel/projection.ts';

type Cert = SiloCertChanged['cert'];

/** A record has no dealer: certificates belong to accounts. */
interface CertRecord extends MemberRecord<string> {
  readonly cert: Cert;
}

interface Step {
  readonly seq: number;
  readonly state: Cert['state'];
  readonly member: string;
  readonly principal: string;
  readonly businessDay: string;
  readonly time: number;
}

interface SavedSiloCerts {
  readonly data: SiloData | null;
  readonly certs: SavedMemberRows<Cert>;
  readonly history: readonly (readonly [string, readonly Step[]])[];
}

export class SiloCerts implements Projection {
  #data: SiloData | null = null;
  readonly #history = new Map<string, Step[]>();
  readonly #rows = new MemberRows<CertRecord, SiloCertRow>({
    dataSetId: dataSets.siloCerts.id,
    rowOf: ({ cert }) => this.#rowOf(cert),
  });

  readonly dataSets = { siloCerts: this.#rows };

  readonly on: EventHandlers = {
    marketOpened: ({ silo }) => {
      this.#data = silo;
    },
    siloDataChanged: ({ data }) => {
      this.#data = data;
      // Differentials and discounts are in the rows.
      for (const record of [...this.#rows.all()]) this.#rows.put(record);
    },
    siloCertChanged: ({ cert, businessDay }, { at }) => {
      const { siloReceiptNo, seq, state, member, principal } = cert;
      const steps = this.#history.get(siloReceiptNo);
      const step = { seq, state, member, principal, businessDay, time: at };
      if (steps === undefined) this.#history.set(siloReceiptNo, [step]);
      else steps.push(step);
      const record = this.#rows.get(siloReceiptNo);
      if (record !== undefined && record.member !== member) this.#rows.drop(record);
      this.#rows.put(recordOf(cert));
    },
  };

  /** The certificates of all members that could be tendered on a day, as the venue decides it. */
  *tenderable(day: string): Generator<Cert> {
    for (const { cert } of this.#rows.all()) {
      const { location, differential } = this.#acceptanceOf(cert);
      const isAccepted = location?.registered === true && differential !== undefined;
      if (isAccepted && cert.state === 'Held' && cert.issuedOn <= day) yield cert;
    }
  }

  /** The changes of a certificate, oldest first; empty if the viewer does not own it. Accounts of other members are not named. */
  historyOf(siloReceiptNo: string, viewer: Viewer): SiloCertStep[] {
    const record = this.#rows.get(siloReceiptNo);
    if (record === undefined || record.member !== viewer.member || viewer.onlyDealer != null) return [];
    return (this.#history.get(siloReceiptNo) ?? []).map(
      ({ seq, state, member, principal, businessDay, time }) => ({
        'seq/state': `${seq}/${state}`,
        siloReceiptNo,
        state,
        principal: member === viewer.member ? principal : null,
        businessDay,
        time,
      }),
    );
  }

  locations(): SiloLocationRow[] {
    return (this.#data?.locations ?? []).map(
      ({ storageRate, closures = [], differentials, ...location }) => ({
        ...location,
        storageRate: toRand(storageRate),
        closures,
        differentials: differentials.map(({ differential, ...rest }) => ({
          ...rest,
          differential: toRand(differential),
        })),
      }),
    );
  }

  grades(): PhysicalGradeRow[] {
    return (this.#data?.grades ?? []).map(({ discount, ...grade }) => ({
      ...grade,
      discount: toRand(discount),
    }));
  }

  owners(): readonly SiloOwnerRow[] {
    return this.#data?.operators ?? [];
  }

  origins(): readonly OriginRow[] {
    return this.#data?.origins ?? [];
  }

  save(): SavedSiloCerts {
    return {
      data: this.#data,
      certs: this.#rows.save(({ cert }) => cert),
      history: [...this.#history].map(([siloReceiptNo, steps]) => [siloReceiptNo, [...steps]] as const),
    };
  }

  load({ data, certs, history }: SavedSiloCerts): void {
    this.#data = data;
    this.#rows.load(certs, recordOf);
    this.#history.clear();
    for (const [siloReceiptNo, steps] of history) this.#history.set(siloReceiptNo, [...steps]);
  }

  /** The location of a certificate, and its differential there; undefined if there is none. */
  #acceptanceOf({ location: code, instrument, season }: Cert) {
    const location = this.#data?.locations.find((known) => known.code === code);
    const accepted = location?.differentials.find(
      (differential) => differential.instrument === instrument && differential.season === season,
    );
    return { location, differential: accepted?.differential };
  }

  #rowOf(cert: Cert): SiloCertRow {
    const { seq, state, instrument, location, grade, season, ...fields } = cert;
    const { grades = [] } = this.#data ?? {};
    const { differential } = this.#acceptanceOf(cert);
    const discount = grades.find(
      (physicalGrade) => physicalGrade.instrument === instrument && physicalGrade.code === grade,
    )?.discount;
    return {
      ...fields,
      'seq/state': `${seq}/${state}`,
      state,
      instrument,
      location,
      grade,
      season,
      differential: toRand(differential ?? 0),
      discount: toRand(discount ?? 0),
    };
  }
}

const recordOf = (cert: Cert): CertRecord => ({
  key: cert.siloReceiptNo,
  member: cert.member,
  round: 0,
  cert,
});

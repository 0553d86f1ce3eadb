import proofs from 'virtual:proofs';
import { Section } from '../../ui/legal/prose.tsx';

const SIGNED: Readonly<Record<string, string>> = {
  time: 'the time',
  method: 'the method',
  url: 'the URL',
  id: 'the id',
};

/** Describes a service's proof in a sentence. */
function proofOf({ proof, place, signed, toleranceSeconds, isKept }: (typeof proofs)[number]): string {
  if (!isKept) return `Proof: ${proof}, in ${place}.`;
  const parts = signed.map(
    (part) => SIGNED[part] ?? (part === 'form' ? 'the fields of a form' : part === 'body' ? 'the body' : part),
  );
  const age = toleranceSeconds > 0 ? ` Maximum age: ${toleranceSeconds} seconds.` : '';
  return `Proof: ${proof} over ${parts.join(', ')}, in ${place}.${age}`;
}

const pasteOf = ({ way, called }: (typeof proofs)[number]): string => {
  switch (way) {
    case 'chosen':
      return `Enter the same long, random ${called} here and in the service’s settings. Tellhook can generate one.`;
    case 'theirs':
      return `Copy the ${called} and paste it here.`;
    case 'public':
      return `Copy the ${called} and paste it here. It is not a secret.`;
    case 'brought':
      return `Nothing to paste. The service sends it as ${called}.`;
  }
};

/** The steps to verify the calls of each service. */
export const SenderSteps = () =>
  proofs.map((proof) => (
    <Section key={proof.slug} level={3} id={`from-${proof.slug}`} title={`Calls of ${proof.name}`}>
      <ol>
        <li>{proof.where}</li>
        <li>
          {pasteOf(proof)} {proof.note}
        </li>
        <li>
          {proof.check ?? 'Trigger an event in the service.'}{' '}
          {proof.isKept ? 'Then select “Check the last 20 calls” here.' : 'Then check the call’s label in the list.'}
        </li>
      </ol>
      <p>
        {proofOf(proof)}
        {proof.source !== '' && ` Source: ${proof.source}.`}
      </p>
    </Section>
  ));

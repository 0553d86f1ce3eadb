import proofs from 'virtual:proofs';
import { checkOf, pasteOf, proofOf } from '../../lib/proof-words.ts';
import { Section } from '../../ui/legal/prose.tsx';

/** The steps to verify the calls of each service. */
export const SenderSteps = () =>
  proofs.map((proof) => (
    <Section key={proof.slug} level={3} id={`from-${proof.slug}`} title={`Calls from ${proof.name}`}>
      <ol>
        <li>{proof.where}</li>
        <li>
          {pasteOf(proof)} {proof.note}
        </li>
        <li>{checkOf(proof)}</li>
      </ol>
      <p>
        {proofOf(proof)}
        {proof.source !== '' && ` Source: ${proof.source}.`}
      </p>
    </Section>
  ));

interface Proof {
  proof: string;
  place: string;
  signed: readonly string[];
  toleranceSeconds: number;
  isKept: boolean;
  way: 'theirs' | 'chosen' | 'public' | 'brought';
  called: string;
  check?: string;
}

const SIGNED: Readonly<Record<string, string>> = {
  time: 'the time',
  method: 'the method',
  url: 'the URL',
  id: 'the ID',
};

/** A service's proof in a sentence. */
export function proofOf({ proof, place, signed, toleranceSeconds, isKept }: Proof): string {
  if (!isKept) return `Proof: ${proof}, in ${place}.`;
  const parts = signed.map(
    (part) => SIGNED[part] ?? (part === 'form' ? 'the fields of a form' : part === 'body' ? 'the body' : part),
  );
  const age = toleranceSeconds > 0 ? ` Maximum age: ${toleranceSeconds} seconds.` : '';
  return `Proof: ${proof} over ${parts.join(', ')}, in ${place}.${age}`;
}

/** The place of the secret. @param here the place in Tellhook where it is entered */
export const pasteOf = ({ way, called }: Proof, here = 'here'): string => {
  switch (way) {
    case 'chosen':
      return `Enter the same long, random ${called} ${here} and in the service’s settings. Tellhook can generate one.`;
    case 'theirs':
      return `Copy the ${called} and paste it ${here}.`;
    case 'public':
      return `Copy the ${called} and paste it ${here}. It is not a secret.`;
    case 'brought':
      return `Nothing to paste. The service sends it as ${called}.`;
  }
};

/** The step that checks the verification. @param here the place in Tellhook where it is shown */
export const checkOf = ({ check, isKept }: Proof, here = 'here'): string =>
  `${check ?? 'Trigger an event in the service.'} ${isKept ? `Then select “Check the last 20 calls” ${here}.` : 'Then check the call’s label in the list.'}`;

import { Checkbox, Field, FieldError, inputLook, TextArea, TextField } from '../../src/ui/field.tsx';
import { ListFilter } from '../../src/ui/list-filter.tsx';
import { PasswordField, PasswordMeter } from '../../src/ui/password.tsx';
import { RadioLines } from '../../src/ui/radio-lines.tsx';
import { SubjectRules } from '../../src/ui/subject-rules.tsx';
import type { Exhibit } from '../exhibits.tsx';

const wide = (shown: React.ReactNode) => <div className="w-72 max-w-full">{shown}</div>;

const subjectChoice = { from: 'auto', severity: '', state: '', title: '', link: '', key: '' } as const;

const repeats = {
  question: 'Duplicate calls',
  answers: ['drop', 'deliver'],
  words: {
    drop: { label: 'Drop', hint: 'Duplicates are not delivered.' },
    deliver: { label: 'Deliver', hint: 'Each becomes a message.' },
  },
  onChange: () => {},
} as const;

export const fields: readonly Exhibit[] = [
  {
    name: 'Field',
    about: 'Label, hint and error around a control of any kind.',
    states: {
      'with a select': wide(
        <Field label="Plan" hint="It can be changed later.">
          {(wiring) => (
            <select {...wiring} className={inputLook}>
              <option>Free</option>
            </select>
          )}
        </Field>,
      ),
    },
  },
  {
    name: 'TextField',
    about: 'One line of text.',
    states: {
      empty: wide(<TextField label="Name" placeholder="Deploys" />),
      filled: wide(<TextField label="Name" defaultValue="Deploys" hint="Only you see it." />),
      wrong: wide(<TextField label="Email" defaultValue="ada@" error="This is no email address" />),
      disabled: wide(<TextField label="Name" defaultValue="Deploys" disabled />),
      code: wide(<TextField label="Address" mono defaultValue="https://example.org/hook" />),
    },
  },
  {
    name: 'SubjectRules',
    about: 'How it is found out what a call is about, with what each rule says of a call.',
    states: {
      'found by itself': wide(
        <SubjectRules
          choice={subjectChoice}
          tried={{ subject: { state: 'open', severity: 'critical', title: 'Disk full' } }}
          onChange={() => {}}
        />,
      ),
      'by rules': wide(
        <SubjectRules
          choice={{ ...subjectChoice, from: 'own', severity: 'labels.severity' }}
          tried={{ subject: { state: 'open', severity: 'critical', title: 'Disk full' } }}
          onChange={() => {}}
        />,
      ),
      'a rule that fails': wide(
        <SubjectRules
          choice={{ ...subjectChoice, from: 'own', severity: '$shout(x)' }}
          tried={{ problem: { field: 'severity', text: 'There is no function $shout (T1006)' } }}
          onChange={() => {}}
        />,
      ),
    },
  },
  {
    name: 'ListFilter',
    about: 'Leaves of a list what has a text in its name.',
    states: {
      empty: wide(<ListFilter label="Find a target by name" value="" onChange={() => {}} />),
      filled: wide(<ListFilter label="Find a target" value="ops" onChange={() => {}} />),
    },
  },
  {
    name: 'TextArea',
    about: 'Several lines of text.',
    states: {
      empty: wide(<TextArea label="Message" placeholder="What is it about?" />),
      wrong: wide(<TextArea label="Message" error="A message is needed" />),
      code: wide(<TextArea label="Template" mono defaultValue="Deployed {{ repository }}" />),
    },
  },
  {
    name: 'FieldError',
    about: 'What is wrong, with an icon.',
    states: {
      short: <FieldError>Passwords do not match</FieldError>,
      long: wide(<FieldError>{`${'a-word-without-an-end'.repeat(4)} does not fit into a line`}</FieldError>),
    },
  },
  {
    name: 'Checkbox',
    about: 'The whole sentence can be pressed.',
    states: {
      off: <Checkbox label="Split Messages" />,
      on: <Checkbox label="Split Messages" defaultChecked hint="Long messages arrive in parts." />,
      disabled: <Checkbox label="Split Messages" disabled />,
      'disabled, on': <Checkbox label="Split Messages" disabled defaultChecked />,
    },
  },
  {
    name: 'RadioLines',
    about: 'A question with a sentence for each answer; all of a frame can be pressed.',
    states: {
      'first chosen': wide(<RadioLines {...repeats} chosen="drop" />),
      disabled: wide(<RadioLines {...repeats} chosen="drop" disabled />),
      'with a hint and what follows': wide(
        <RadioLines {...repeats} hint="The same call, sent again." chosen="deliver">
          <Checkbox label="Mark them in the list" />
        </RadioLines>,
      ),
    },
  },
  {
    name: 'PasswordField',
    about: 'With a button that shows it.',
    states: {
      filled: wide(<PasswordField label="Password" defaultValue="plum tart" autoComplete="off" />),
      wrong: wide(<PasswordField label="Confirm password" error="Passwords do not match" autoComplete="off" />),
    },
  },
  {
    name: 'PasswordMeter',
    about: 'Three bars, a word, and four rules that tick themselves.',
    states: {
      none: wide(<PasswordMeter password="" />),
      weak: wide(<PasswordMeter password="abc" />),
      medium: wide(<PasswordMeter password="plumtart1" />),
      strong: wide(<PasswordMeter password="Plum-tart-under-glass-1" />),
    },
  },
];

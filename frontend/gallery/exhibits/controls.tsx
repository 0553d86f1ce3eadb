import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, ButtonLink, IconButton, Spinner, TextLink } from '../../src/ui/button.tsx';
import { ChallengeNote } from '../../src/ui/challenge-note.tsx';
import { CopyButton } from '../../src/ui/copy.tsx';
import { HelpLink } from '../../src/ui/help-link.tsx';
import { Crumbs } from '../../src/ui/page.tsx';
import { Pager } from '../../src/ui/pager.tsx';
import { PlainLink } from '../../src/ui/plain-link.tsx';
import { SchemeButton } from '../../src/ui/scheme-button.tsx';
import { Switch } from '../../src/ui/switch.tsx';
import type { Exhibit } from '../exhibits.tsx';
import { eachOf } from '../states.ts';

const tones = ['primary', 'secondary', 'quiet', 'link', 'danger', 'danger-outline'] as const;

function TurningSwitch({ on }: { on: boolean }) {
  const [checked, setChecked] = useState(on);
  return <Switch checked={checked} onChange={setChecked} label="Target" words={['Active', 'Disabled']} />;
}

export const controls: readonly Exhibit[] = [
  {
    name: 'Button',
    about: 'Verb first. One primary button at most in a panel; a disabled one has its reason beside it.',
    states: {
      ...eachOf(tones, String, (tone) => <Button tone={tone}>Save changes</Button>),
      ...eachOf(
        tones,
        (tone) => `${tone}, disabled`,
        (tone) => (
          <Button tone={tone} disabled>
            Save changes
          </Button>
        ),
      ),
      busy: (
        <Button tone="primary" busy>
          Save changes
        </Button>
      ),
      icon: <Button icon={<Plus size={16} aria-hidden />}>Add Webhook</Button>,
      small: <Button size="small">Try again</Button>,
      large: (
        <Button tone="primary" size="large">
          Sign Up
        </Button>
      ),
      wide: (
        <div className="w-72">
          <Button tone="primary" wide>
            Login
          </Button>
        </div>
      ),
    },
  },
  {
    name: 'ButtonLink',
    about: 'Goes somewhere, and looks like a button.',
    states: {
      primary: (
        <ButtonLink to="/register" tone="primary">
          Register
        </ButtonLink>
      ),
      secondary: <ButtonLink to="/docs">Read the docs</ButtonLink>,
      link: (
        <ButtonLink to="/webhooks" tone="link">
          Cancel
        </ButtonLink>
      ),
    },
  },
  {
    name: 'TextLink',
    about: 'A link inside text, always underlined.',
    states: {
      'in text': (
        <p className="text-ink-2">
          No account yet? <TextLink to="/register">Register</TextLink>
        </p>
      ),
    },
  },
  {
    name: 'PlainLink',
    about: 'A link of a list with hundreds; it looks as the list wants it.',
    states: {
      'in a row': (
        <PlainLink href="/targets/1" className="font-semibold hover:text-accent-text hover:underline">
          Ops channel
        </PlainLink>
      ),
    },
  },
  {
    name: 'HelpLink',
    about: 'From a message to its answer in the documentation; nothing where there is none.',
    states: { known: <HelpLink code="connection-revoked" /> },
  },
  {
    name: 'ChallengeNote',
    about: 'Beside a button that waits for the bot challenge; nothing once that is solved.',
    states: {
      checking: <ChallengeNote challenge={{ token: undefined, error: undefined, renew: () => {} }} />,
      failed: <ChallengeNote challenge={{ token: undefined, error: 'failed', renew: () => {} }} />,
    },
  },
  {
    name: 'IconButton',
    about: 'Its label is the tip and what is read out.',
    states: {
      quiet: (
        <IconButton label="Delete">
          <Trash2 size={17} aria-hidden />
        </IconButton>
      ),
      framed: (
        <IconButton label="Delete" framed>
          <Trash2 size={17} aria-hidden />
        </IconButton>
      ),
      small: (
        <IconButton label="Delete" small>
          <Trash2 size={15} aria-hidden />
        </IconButton>
      ),
      disabled: (
        <IconButton label="Delete" framed disabled>
          <Trash2 size={17} aria-hidden />
        </IconButton>
      ),
    },
  },
  {
    name: 'SchemeButton',
    about: 'Changes the whole page between light and dark, and keeps the choice.',
    states: { quiet: <SchemeButton /> },
  },
  {
    name: 'Spinner',
    about: 'No larger than a button: everything else has a skeleton.',
    states: { turning: <Spinner /> },
  },
  {
    name: 'CopyButton',
    about: 'Copies, says so in a toast, and shows a tick for a moment.',
    states: {
      normal: <CopyButton text="https://in.tellhook.example/5fK2" label="Copy the address" detail="Copied" />,
      small: <CopyButton text="abc" label="Copy the id" detail="Copied" small />,
    },
  },
  {
    name: 'Switch',
    about: 'On or off with its word, so that the state is not colour alone.',
    states: {
      on: <TurningSwitch on />,
      off: <TurningSwitch on={false} />,
      disabled: <Switch checked onChange={() => {}} label="Target" disabled />,
    },
  },
  {
    name: 'Crumbs',
    about: 'The way back.',
    states: {
      short: <Crumbs to="/webhooks" parent="Webhooks" here="Deploys" />,
      long: (
        <div className="w-64">
          <Crumbs to="/targets" parent="Targets" here="A name that is much longer than the line has room for" />
        </div>
      ),
    },
  },
  {
    name: 'Pager',
    about: 'Newer and older as links, so that a page can be shared.',
    states: {
      first: (
        <Pager page={1} hasOlder>
          Calls 1 to 25
        </Pager>
      ),
      middle: (
        <Pager page={2} hasOlder>
          Calls 26 to 50
        </Pager>
      ),
      last: (
        <Pager page={3} hasOlder={false}>
          Calls 51 to 60
        </Pager>
      ),
    },
  },
];

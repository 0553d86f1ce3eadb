import { useState } from 'react';
import { toasts } from '../../src/lib/services.ts';
import type { Severity } from '../../src/lib/toasts.ts';
import { Badge } from '../../src/ui/badge.tsx';
import { Button } from '../../src/ui/button.tsx';
import { Confirm } from '../../src/ui/confirm.tsx';
import { Dialog } from '../../src/ui/dialog.tsx';
import { TextField } from '../../src/ui/field.tsx';
import { NotFetched } from '../../src/ui/not-fetched.tsx';
import { ProgressLine } from '../../src/ui/progress-line.tsx';
import type { Exhibit } from '../exhibits.tsx';
import { eachOf } from '../states.ts';

const sizes = ['small', 'normal', 'large'] as const;

function Pressed() {
  const [pressed, setPressed] = useState(false);
  return (
    <>
      <Button onClick={() => setPressed(!pressed)}>{pressed ? 'It is there' : 'Press'}</Button>
      {pressed && <ProgressLine />}
    </>
  );
}

function Unfetched() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {open && <NotFetched onRetry={close} onClose={close} />}
    </>
  );
}

function Opening({ size }: { size: (typeof sizes)[number] }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog
        open={open}
        onClose={close}
        size={size}
        title="Almost there"
        badge={<Badge tone="warn">Pending</Badge>}
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button tone="primary" onClick={close}>
              Add
            </Button>
          </>
        }
      >
        <TextField label="Webhook URL" placeholder="https://" />
      </Dialog>
    </>
  );
}

function Asking({ blocked = false, busy = false }: { blocked?: boolean; busy?: boolean }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Confirm
        open={open}
        title="Delete Webhook"
        verb="Delete"
        blocked={blocked}
        busy={busy}
        onConfirm={close}
        onCancel={close}
      >
        Its address stops taking calls at once.
      </Confirm>
    </>
  );
}

const severities: readonly Severity[] = ['info', 'success', 'warn', 'error', 'secondary', 'contrast'];
const say = (severity: Severity) =>
  toasts.add({ severity, summary: 'Target saved', detail: 'Target saved successfully' });

export const overlays: readonly Exhibit[] = [
  {
    name: 'Dialog',
    about: 'Can be dragged by its header and moved aside; Escape, the cross and a press outside close it.',
    states: eachOf(sizes, String, (size) => <Opening size={size} />),
  },
  {
    name: 'Confirm',
    about: 'Asks before something is lost; the focus is on the safe button.',
    states: { normal: <Asking />, blocked: <Asking blocked />, busy: <Asking busy /> },
  },
  {
    name: 'NotFetched',
    about: 'In place of a window whose code did not come; it can be asked for again.',
    states: { normal: <Unfetched /> },
  },
  {
    name: 'ProgressLine',
    about: 'Below the bar after 80 ms, while the code of a page or a window is on its way.',
    states: { normal: <Pressed /> },
  },
  {
    name: 'ToastArea',
    about: 'Top right, ten seconds, stays while pointer or focus is on it.',
    states: eachOf(severities, String, (severity) => <Button onClick={() => say(severity)}>Show</Button>),
  },
  {
    name: 'ToastsView',
    about: 'What the area draws; its code comes with the first toast.',
    states: {
      'all severities': (
        <Button
          onClick={() => {
            for (const severity of severities) say(severity);
          }}
        >
          Show five of six
        </Button>
      ),
    },
  },
];

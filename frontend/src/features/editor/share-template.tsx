import { Share2 } from 'virtual:icons';
import { useEffect, useEffectEvent } from 'react';
import { toasts } from '../../lib/services.ts';
import { IconButton } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.tsx';
import { carriesTemplate, fragmentOf, templateOf } from './template-link.ts';

/** The editor loads these texts only with this button. */
const texts = {
  copy: 'Copy a link to this template',
  copied: 'Template link copied to Clipboard',
  tooLong: {
    summary: 'Couldn’t copy the link',
    detail: 'This template is too long for a link. Copy its text instead.',
  },
  opened: { summary: 'Template opened', detail: 'This template came from a link. Check it before you save it.' },
  unreadable: { summary: 'Couldn’t open the template', detail: 'The link is incomplete. Ask for a new one.' },
} as const;

/** A button that copies a link to the template. It also opens a template from the page's URL and removes it there. */
export function ShareTemplate({ template, onOpen }: { template: string; onOpen(template: string): void }) {
  const open = useEffectEvent(async () => {
    const { hash, pathname, search } = location;
    if (!carriesTemplate(hash)) return;
    // Removes the template from the URL, so a reload does not replace later changes.
    history.replaceState(history.state, '', pathname + search);
    const opened = await templateOf(hash);
    if (opened === undefined) toasts.add({ severity: 'error', ...texts.unreadable });
    else {
      onOpen(opened);
      toasts.add({ severity: 'info', ...texts.opened });
    }
  });
  useEffect(() => {
    const listener = () => void open();
    listener();
    addEventListener('hashchange', listener);
    return () => removeEventListener('hashchange', listener);
  }, []);
  const share = async () => {
    const fragment = await fragmentOf(template);
    if (fragment) await copyText(`${location.origin}/editor${fragment}`, texts.copied);
    else toasts.add({ severity: 'error', ...texts.tooLong });
  };
  return (
    <IconButton label={texts.copy} small disabled={template.trim() === ''} onClick={() => void share()}>
      <Share2 size={16} aria-hidden />
    </IconButton>
  );
}

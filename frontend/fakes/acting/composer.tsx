import { Send } from 'virtual:icons';
import { type FormEvent, useRef } from 'react';
import type { Provider, Thread } from '../../../lib/local/fakes/wire.ts';
import { Button } from '../../src/ui/button.tsx';
import { inputLook } from '../../src/ui/field.tsx';
import { pageOf } from '../pages.ts';
import { goTo, type Pending } from '../place.ts';
import { act } from './act.ts';

/** The field in which the user writes to the product. */
export function Composer({ provider, thread }: { provider: Provider; thread: Thread }) {
  const input = useRef<HTMLInputElement>(null);
  const way = pageOf(provider.slug).writing?.(thread, provider.facts);
  if (!way) return null;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const field = input.current;
    const text = field?.value.trim();
    if (!field || !text) return;
    field.value = '';
    const said = way.act(text);
    await act(said.path, said.input);
    field.focus();
  };
  return (
    <form
      className="flex shrink-0 gap-2 border-t border-line bg-surface px-4 py-3"
      onSubmit={(event) => void send(event)}
    >
      <input
        ref={input}
        aria-label={`Write in ${thread.title}`}
        placeholder={way.placeholder}
        maxLength={4096}
        autoComplete="off"
        className={inputLook}
      />
      <Button type="submit" tone="primary" aria-label="Send" className="!h-10">
        <Send size={16} aria-hidden />
      </Button>
    </form>
  );
}

/** A button that sends the code of a deep link, in a private chat or in a new group. */
export function StartBanner({ provider, pending, onDone }: { provider: Provider; pending: Pending; onDone(): void }) {
  const { slug, code, group } = pending;
  const start = async () => {
    const own = provider.threads[0]?.id;
    const begun = pageOf(slug).start?.(code, group, own);
    const made = begun && (await act(begun.path, begun.input));
    if (!made) return;
    onDone();
    goTo(`${slug}/${made.chatId ?? made.from ?? own}`);
  };
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-between gap-3 border-t border-line bg-accent-soft px-4 py-3">
      <p className="wrap-anywhere">
        {group ? 'Add the bot to a new group, with the code ' : 'This chat was opened with the code '}
        <code>{code}</code>.
      </p>
      <Button tone="primary" onClick={() => void start()}>
        {group ? 'Add to a group' : 'Start'}
      </Button>
    </div>
  );
}

import { createLink, type LinkComponent } from '@tanstack/react-router';
import { cva, type VariantProps } from 'class-variance-authority';
import { clsx } from 'clsx';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';

export const buttonLook = cva(
  'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-control font-medium transition-colors duration-100 active:translate-y-px disabled:translate-y-0 aria-disabled:translate-y-0',
  {
    variants: {
      tone: {
        primary:
          'bg-accent text-white enabled:hover:bg-accent-hover disabled:opacity-50 aria-disabled:opacity-50 [a&]:hover:bg-accent-hover',
        secondary:
          'border border-line-strong bg-surface text-ink enabled:hover:border-field-line enabled:hover:bg-sunken disabled:text-ink-3 disabled:border-line aria-disabled:text-ink-3 [a&]:hover:border-field-line [a&]:hover:bg-sunken',
        quiet:
          'text-ink-2 enabled:hover:bg-sunken enabled:hover:text-ink disabled:opacity-50 aria-disabled:opacity-50 [a&]:hover:bg-sunken [a&]:hover:text-ink',
        link: 'text-accent-text enabled:hover:bg-accent-soft disabled:opacity-50 [a&]:hover:bg-accent-soft',
        danger: 'bg-err-button text-white enabled:hover:brightness-110 disabled:opacity-50 aria-disabled:opacity-50',
        'danger-outline':
          'border border-err-fill bg-surface text-err enabled:hover:bg-err-soft disabled:opacity-50 aria-disabled:opacity-50',
      },
      size: { small: 'h-7 px-2.5 text-meta', normal: 'h-9 px-3.5 text-body', large: 'h-11 px-5 text-[15px]' },
      wide: { true: 'w-full' },
    },
    defaultVariants: { tone: 'secondary', size: 'normal' },
  },
);

type Look = VariantProps<typeof buttonLook>;

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  icon?: ReactNode;
  /** True while a request is under way. The button then keeps its size and the focus, and ignores clicks. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

const ignore = (event: MouseEvent) => event.preventDefault();

export function Button({ tone, size, wide, icon, busy = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      // A disabled button would lose the focus, so keyboard users would begin again at the top of the page.
      onClick={busy ? ignore : onClick}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={clsx(buttonLook({ tone, size, wide }), className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

/** The button that submits a form: the form around it, or the one with the id `form`. */
export const Submit = (props: ButtonProps) => <Button type="submit" tone="primary" {...props} />;

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement>, Look {
  icon?: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
}

function Anchor({ tone, size, wide, icon, className, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={clsx(buttonLook({ tone, size, wide }), className)}>
      {icon}
      {children}
    </a>
  );
}

/** A router link that looks like a button. */
export const ButtonLink: LinkComponent<typeof Anchor> = createLink(Anchor);

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The button's action, for the tooltip and screen readers. */
  label: string;
  small?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, small = false, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={clsx(buttonLook({ tone: 'quiet' }), small ? 'size-7 !px-0' : 'size-9 !px-0', className)}
    >
      {children}
    </button>
  );
}

export function Spinner() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" className="animate-spin" aria-hidden="true">
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="2" opacity="0.3" />
      <path d="M8 2a6 6 0 0 1 6 6" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

/** The style of a link inside text. It is always underlined, so users can recognise it without its colour. */
export const textLink = 'font-medium text-accent-text underline underline-offset-3 decoration-1 hover:decoration-2';

function TextAnchor({
  className,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }) {
  return <a {...rest} className={clsx(textLink, className)} />;
}

/** A router link inside text. */
export const TextLink: LinkComponent<typeof TextAnchor> = createLink(TextAnchor);

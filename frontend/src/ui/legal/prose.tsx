import type { ReactNode } from 'react';

/** Long text: 68 characters wide, headings that can be linked. */
export function Prose({ children }: { children: ReactNode }) {
  return (
    <div className="prose flex max-w-[68ch] flex-col gap-3 text-[15px]/6 wrap-anywhere [&_a]:font-medium [&_a]:text-accent-text [&_a]:underline [&_code]:rounded-[4px] [&_code]:bg-sunken [&_code]:px-1 [&_code]:text-code [&_ol]:list-decimal [&_ol]:pl-5 [&_pre_code]:bg-transparent [&_pre_code]:p-0 [&_ul]:list-disc [&_ul]:pl-5">
      {children}
    </div>
  );
}

/** A section of long text; its title is its address. */
export function Section({
  id,
  title,
  level = 2,
  children,
}: {
  id: string;
  title: string;
  level?: 2 | 3;
  children: ReactNode;
}) {
  const Heading = `h${level}` as const;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <Heading
        id={id}
        className={level === 2 ? 'mt-4 text-[18px]/6 font-semibold' : 'mt-2 text-[15px]/6 font-semibold'}
      >
        {title}
      </Heading>
      {children}
    </section>
  );
}

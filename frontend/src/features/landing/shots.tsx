import { PHONE, SHOT_WIDTHS, shotShapes } from './shot-shapes.ts';
import { texts } from './texts.ts';

type Name = keyof typeof texts.shots.list;

/** The pictures from `npm run shots` by file name; the build adds a hash to each. */
const files = import.meta.glob<string>('./shots/*.webp', { eager: true, import: 'default' });

/** Pictures of the product. */
export function Shots() {
  const { title, list } = texts.shots;
  return (
    <section aria-labelledby="shots">
      <h2 id="shots" className="text-section font-semibold tracking-[-0.02em]">
        {title}
      </h2>
      <div className="mt-8 grid gap-x-8 gap-y-12 lg:grid-cols-[1fr_1.4fr]">
        <Shot name="webhook" sizes="(min-width: 1232px) 1200px, 100vw" className="lg:col-span-2" {...list.webhook} />
        <Shot name="call" sizes="(min-width: 1024px) 490px, 100vw" {...list.call} />
        <Shot name="editor" sizes="(min-width: 1024px) 680px, 100vw" {...list.editor} />
      </div>
    </section>
  );
}

function Shot({
  name,
  sizes,
  className = '',
  title,
  text,
  alt,
}: {
  name: Name;
  sizes: string;
  className?: string;
  title: string;
  text: string;
  alt: string;
}) {
  return (
    <figure className={`flex min-w-0 flex-col-reverse justify-end gap-5 ${className}`}>
      <figcaption>
        <h3 className="text-h2 font-semibold">{title}</h3>
        <p className="mt-1 max-w-[60ch] text-ink-2">{text}</p>
      </figcaption>
      <div className="overflow-hidden rounded-panel border border-line shadow-panel">
        <Picture name={name} scheme="light" alt={alt} sizes={sizes} className="dark:hidden" />
        <Picture name={name} scheme="dark" alt={alt} sizes={sizes} className="hidden dark:block" />
      </div>
    </figure>
  );
}

/** The page contains the pictures of both schemes, which visitors can switch. Browsers do not load a hidden picture. */
function Picture({
  name,
  scheme,
  alt,
  sizes,
  className,
}: {
  name: Name;
  scheme: 'light' | 'dark';
  alt: string;
  sizes: string;
  className: string;
}) {
  const file = (width: number | 'phone') => files[`./shots/${name}-${scheme}-${width}.webp`] ?? '';
  return (
    <picture className={className}>
      <source media="(max-width: 767px)" srcSet={file('phone')} width={PHONE.width} height={PHONE.height} />
      <img
        {...shotShapes[name]}
        srcSet={SHOT_WIDTHS.map((width) => `${file(width)} ${width}w`).join(', ')}
        sizes={sizes}
        src={file(1280)}
        alt={alt}
        loading="lazy"
        decoding="async"
        className="h-auto w-full"
      />
    </picture>
  );
}

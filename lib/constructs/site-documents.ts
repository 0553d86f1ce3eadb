import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PUBLIC_ABOUT, STATUS_PATH } from '../../frontend/build/head.ts';
import type { Settings } from '../settings.ts';

/** Build output that isn't a document: files with a hash in their name, and files for tools. */
const NOT_DOCUMENTS = ['assets', 'csp.json', '.vite'];

/** A temporary folder that is deleted on disposal. */
interface Documents extends Disposable {
  folder: string;
}

const linkTo = (url: string): RegExp => new RegExp(`<a href="${url}"[^>]*>[^<]*</a>`, 'g');

/** Inserts the address of the About page, or removes the link if there is none. */
const withAbout = (text: string, aboutUrl: string | undefined): string =>
  aboutUrl === undefined
    ? text.replaceAll(linkTo(PUBLIC_ABOUT), '')
    : text.replaceAll(PUBLIC_ABOUT, encodeURI(aboutUrl));

/**
 * The documents of a built front end for one stage. The footer's placeholder becomes `aboutUrl`, and stages without a
 * canary have no link to the status page.
 */
export const documentsFor = (
  webDir: string,
  { aboutUrl, canaryMinutes }: Pick<Settings, 'aboutUrl' | 'canaryMinutes'>,
): Documents => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tellhook-documents-'));
  cpSync(webDir, folder, {
    recursive: true,
    filter: (file) => !NOT_DOCUMENTS.includes(path.relative(webDir, file)),
  });
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.html')) continue;
    const text = readFileSync(path.join(folder, file), 'utf8');
    const linked = canaryMinutes ? text : text.replaceAll(linkTo(STATUS_PATH), '');
    writeFileSync(path.join(folder, file), withAbout(linked, aboutUrl));
  }
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
};

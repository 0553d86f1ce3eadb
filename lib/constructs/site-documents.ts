import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PUBLIC_ABOUT } from '../../frontend/build/head.ts';

/** Build output that isn't a document: files with a hash in their name, and files for tools. */
const NOT_DOCUMENTS = ['assets', 'csp.json', '.vite'];

/** A temporary folder that is deleted on disposal. */
interface Documents extends Disposable {
  folder: string;
}

const LINK_TO_ABOUT = new RegExp(`<a href="${PUBLIC_ABOUT}"[^>]*>[^<]*</a>`, 'g');

/** Inserts the address of the About page, or removes the link if there is none. */
const withAbout = (text: string, aboutUrl: string | undefined): string =>
  aboutUrl === undefined ? text.replaceAll(LINK_TO_ABOUT, '') : text.replaceAll(PUBLIC_ABOUT, encodeURI(aboutUrl));

/** The documents of a built front end for one stage: the footer's placeholder becomes `aboutUrl`. */
export const documentsFor = (webDir: string, { aboutUrl }: { aboutUrl?: string | undefined }): Documents => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tellhook-documents-'));
  cpSync(webDir, folder, {
    recursive: true,
    filter: (file) => !NOT_DOCUMENTS.includes(path.relative(webDir, file)),
  });
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.html')) continue;
    const text = readFileSync(path.join(folder, file), 'utf8');
    writeFileSync(path.join(folder, file), withAbout(text, aboutUrl));
  }
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
};

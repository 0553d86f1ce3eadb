import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PUBLIC_ABOUT, PUBLIC_ORIGIN } from '../../frontend/build/head.ts';
import { documentsFor } from '../../lib/constructs/site-documents.ts';
import { builtFolder } from './synthesized.ts';

describe('the documents of a stage', () => {
  const drawn = `<p>${PUBLIC_ORIGIN}/docs</p><nav><a href="${PUBLIC_ABOUT}" data-about="true">About</a><a href="/x">X</a></nav>`;
  it.each([
    ['https://about.example/?a="b"', '<a href="https://about.example/?a=%22b%22" data-about="true">About</a>'],
    [undefined, ''],
  ])('link to the product’s page: %s', (aboutUrl, link) => {
    const { webDir } = builtFolder();
    writeFileSync(path.join(webDir, 'index.html'), drawn);
    using documents = documentsFor(webDir, { aboutUrl });
    expect(readFileSync(path.join(documents.folder, 'index.html'), 'utf8')).toBe(
      `<p>${PUBLIC_ORIGIN}/docs</p><nav>${link}<a href="/x">X</a></nav>`,
    );
  });

  it.each([
    [5, '<a href="/status" class="look">Status</a>'],
    [undefined, ''],
  ])('lead to the status page if a canary writes it: every %s minutes', (canaryMinutes, link) => {
    const { webDir } = builtFolder();
    writeFileSync(path.join(webDir, 'index.html'), `<nav><a href="/status" class="look">Status</a></nav>`);
    using documents = documentsFor(webDir, { canaryMinutes });
    expect(readFileSync(path.join(documents.folder, 'index.html'), 'utf8')).toBe(`<nav>${link}</nav>`);
  });
});

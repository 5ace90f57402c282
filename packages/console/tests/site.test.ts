import { gzipSync } from 'node:zlib';
import { createConsole } from '@portcullis/console';
import type { ConsoleFile } from '@portcullis/http';
import { beforeAll, describe, expect, it } from 'vitest';

/** The maximum number of bytes that a first visit may transfer. */
const BUDGET = 80 * 1024;

describe('the built site', () => {
  let files: ReadonlyMap<string, ConsoleFile>;
  const text = (path: string) => new TextDecoder().decode(files.get(path)?.content);
  const paths = (end: string) => [...files.keys()].filter((path) => path.endsWith(end));

  beforeAll(async () => {
    files = await createConsole().files();
  });

  it('is below 80 kB in total, compressed', () => {
    const sizes = [...files.values()].map(({ content }) => gzipSync(content).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(BUDGET);
  });

  it('has a hash in the name of every file except the page', () => {
    const others = [...files.keys()].filter((path) => path !== 'index.html');
    expect(others.length).toBeGreaterThanOrEqual(3);
    for (const path of others) expect(path).toMatch(/^assets\/[\w-]+-[\w-]{8}\.\w+$/);
  });

  it('has no inline script or style, and refers to its files by relative paths', () => {
    const page = text('index.html');
    expect(page).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)| on\w+=/);
    for (const [, address = ''] of page.matchAll(/(?:src|href)="([^"]+)"/g)) expect(address).toMatch(/^\.\//);
  });

  it('evaluates no text as code, and stores nothing beyond the tab', () => {
    for (const path of paths('.js')) {
      expect(text(path)).not.toMatch(/\beval\(|new Function\(|localStorage|indexedDB|document\.cookie/);
    }
  });

  it('loads nothing from other hosts', () => {
    for (const path of paths('.css')) expect(text(path)).not.toMatch(/url\(|@import/);
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Application, PageEvent, RendererEvent } from 'typedoc';
import { sitePathOf } from '../site-pages.ts';
import { listPages, type ReferencePage } from './list-exports.ts';
import { conceptOf } from './split-by-concept.ts';

/** Writes the list of pages, the list of all exports from A to Z, and the sidebar into the folder of the reference. */
export function writeIndexes(application: Application): void {
  const { renderer } = application;
  renderer.on(PageEvent.END, (page) => {
    const { model } = page;
    if (!conceptOf(model)) return;
    // Several packages have a page with this title, and the search shows only titles.
    const { parent } = model as { readonly parent: { readonly name: string } };
    page.contents = page.contents?.replace(/^# (.*)$/m, `# $1 (${parent.name.replace('@portcullis/', '')})`);
  });
  renderer.on(RendererEvent.END, ({ project, outputDirectory }) => {
    const { router } = renderer;
    if (!router) return;
    const pages = listPages(project, (reflection) => router.getFullUrl(reflection));
    const write = (file: string, text: string) => writeFileSync(join(outputDirectory, file), text);
    write('index.md', pageList(pages));
    write('a-to-z.md', exportList(pages));
    write('sidebar.json', JSON.stringify(sidebar(pages)));
  });
}

const byPackage = (pages: readonly ReferencePage[]) => Map.groupBy(pages, (page) => page.package);

function pageList(pages: readonly ReferencePage[]): string {
  const sections = [...byPackage(pages)].map(([name, own]) => {
    const links = own.map(({ title, path, summary }) => `- [${title}](${path})${summary === '' ? '' : `: ${summary}`}`);
    return `## ${name}\n\n${links.join('\n')}`;
  });
  const introduction = 'Every export of every package, by package and concept. [A to Z](a-to-z.md) lists all names.';
  return ['# API reference', introduction, ...sections].join('\n\n').concat('\n');
}

function exportList(pages: readonly ReferencePage[]): string {
  const names = pages.flatMap((page) => page.exports.map((each) => ({ ...each, from: page.package })));
  names.sort((one, other) => one.name.localeCompare(other.name, 'en') || one.from.localeCompare(other.from, 'en'));
  const letters = Map.groupBy(names, ({ name }) => name.charAt(0).toUpperCase());
  const sections = [...letters].map(([letter, own]) => {
    const links = own.map(({ name, address, from }) => `- [${name}](${address}) ${from.replace('@portcullis/', '')}`);
    return `## ${letter}\n\n<div class="names">\n\n${links.join('\n')}\n\n</div>`;
  });
  const introduction =
    'The exports of all packages by name, each with its package. The [list of pages](index.md) is by concept.';
  // The search finds each export on its own page.
  return ['---\nsearch: false\n---', '# API reference, A to Z', introduction, ...sections].join('\n\n').concat('\n');
}

function sidebar(pages: readonly ReferencePage[]) {
  const item = (text: string, path: string) => ({
    text,
    link: `/${sitePathOf(`docs/reference/api/${path}`)}`.replace(/(?<=\/)index\.md$|\.md$/, ''),
  });
  const lists = { text: 'API reference', items: [item('All packages', 'index.md'), item('A to Z', 'a-to-z.md')] };
  const groups = [...byPackage(pages)].map(([name, own]) => ({
    text: name.replace('@portcullis/', ''),
    collapsed: name !== '@portcullis/core',
    items: own.map(({ title, path }) => item(title.replace('@portcullis/', ''), path)),
  }));
  return [lists, ...groups];
}

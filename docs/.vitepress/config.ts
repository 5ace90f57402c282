import { join } from 'node:path';
import { slug } from 'github-slugger';
import { defineConfig } from 'vitepress';
import { boostDocument } from '../src/boost-document.ts';
import { fenceMermaid } from '../src/fence-mermaid.ts';
import { readSidebar } from '../src/reference/read-sidebar.ts';
import { rewriteLinks } from '../src/rewrite-links.ts';
import { SIDEBAR } from '../src/sidebar.ts';
import { pageFiles, SOURCE_URL, sitePathOf } from '../src/site-pages.ts';
import { themePictures } from '../src/theme-pictures.ts';
import { verbatimCode } from '../src/verbatim-code.ts';

const pages = new Set(pageFiles());

/** A grating. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M3 1v13M8 1v14M13 1v13M1 4h14M1 9h14" stroke="#0b6e4f" stroke-width="2"/></svg>',
)}`;

export default defineConfig({
  title: 'Portcullis',
  description: 'Data access governance as an embeddable library, with plugins for data platforms.',
  // Pages come from docs and from the READMEs of packages and plugins.
  srcDir: '..',
  srcExclude: [
    ...[
      '**/node_modules/**',
      '**/templates/**',
      '.changeset/**',
      'interop/**',
      'scripts/**',
      '.github/**',
      'README.md',
      'SECURITY.md',
      'CODE_OF_CONDUCT.md',
    ],
    '{packages,plugins,examples,bench}/**/!(README).md',
  ],
  rewrites: (file) => sitePathOf(file) ?? file,
  outDir: './.vitepress/dist',
  cacheDir: './.vitepress/cache',
  cleanUrls: true,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: ICON }]],
  markdown: {
    // Anchors are those of GitHub: one link works in both.
    anchor: { slugify: (text) => slug(text) },
    config(markdown) {
      rewriteLinks(markdown);
      fenceMermaid(markdown);
      themePictures(markdown);
      verbatimCode(markdown);
    },
  },
  vite: {
    publicDir: false,
    build: { chunkSizeWarningLimit: 3000, assetsInlineLimit: 0 },
    // Pages outside of docs are made into components, too, and find Vue nowhere beside them.
    resolve: { alias: [{ find: /^vue(?=\/|$)/, replacement: join(import.meta.dirname, '../node_modules/vue') }] },
  },
  themeConfig: {
    search: { provider: 'local', options: { miniSearch: { searchOptions: { boostDocument } } } },
    outline: [2, 3],
    sidebar: { '/reference/api/': readSidebar(), '/': SIDEBAR },
    nav: [
      { text: 'Quick start', link: '/guide/quick-start' },
      { text: 'Platforms', link: '/platforms/' },
      { text: 'HTTP', link: '/reference/http/' },
      { text: 'Options', link: '/reference/options' },
      { text: 'Errors', link: '/reference/errors' },
      { text: 'API', link: '/reference/api/' },
    ],
    socialLinks: [{ icon: 'github', link: SOURCE_URL }],
    externalLinkIcon: true,
  },
  // A built page that is not in the list has an address that may belong to another page.
  buildEnd: ({ pages: built }) => {
    if (built.length !== pages.size) throw new Error(`${pages.size} pages were found, and ${built.length} built.`);
  },
});

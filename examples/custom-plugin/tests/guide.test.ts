import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { definitionOf } from '@portcullis/plugin-api';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mariadb } from '../src/index.ts';

const root = join(import.meta.dirname, '../../..');
const guide = readFileSync(join(root, 'docs/write-a-platform-plugin.md'), 'utf8');

/** The fenced blocks of the page, with the comment before each. */
const blocks = [...guide.matchAll(/(?:^<!-- (.+) -->\n)?^```(\w+)\n([\s\S]*?)^```$/gm)].map(
  ([, mark = '', language = '', text = '']) => ({ mark, language, text: text.trimEnd() }),
);
const marked = (mark: string): string => blocks.find((block) => block.mark === mark)?.text ?? `no block ${mark}`;

/** Formatters move whole statements to the left, and leave pieces of one where they are. */
const flush = (text: string): string => text.replaceAll(/^ +/gm, '');

describe('the guide', () => {
  it('names the source of every code block', () => {
    const loose = blocks.filter(({ mark, language }) => language === 'ts' && mark === '');
    expect(loose).toEqual([]);
    expect(blocks.filter(({ mark }) => mark.startsWith('from: ')).length).toBeGreaterThan(12);
  });

  it.each(blocks.filter(({ mark }) => mark.startsWith('from: ')))('quotes the current $mark', ({ mark, text }) => {
    const source = readFileSync(join(root, mark.slice('from: '.length)), 'utf8');
    expect(flush(source)).toContain(flush(text));
  });

  it('shows an integration that the plugin accepts', () => {
    const { type, config } = load(marked('integration')) as { type: string; config: object };
    const definition = definitionOf(mariadb());
    expect(type).toBe(definition.type);
    expect(definition.config.safeParse(config).error).toBeUndefined();
  });

  describe('shows a host', () => {
    beforeAll(() => void vi.stubEnv('PORTCULLIS_SECRET_KEY', Buffer.alloc(32, 7).toString('base64')));
    afterAll(() => void vi.unstubAllEnvs());

    // It loads the whole engine, which takes long on a busy machine.
    it('that starts', async () => {
      const { portcullis } = await import('./guide/mount.ts');
      expect(marked('mount')).toBe(readFileSync(join(import.meta.dirname, 'guide/mount.ts'), 'utf8').trimEnd());
      const admin = { principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] } };
      expect((await portcullis.integrations.types(admin)).map(({ type }) => type)).toEqual(['MariaDB']);
      await portcullis.close();
    });
  });

  it.each([
    'examples/custom-plugin/README.md',
    'packages/create-plugin/templates/sql/README.md',
    'packages/create-plugin/templates/rest/README.md',
    'packages/create-plugin/templates/command/README.md',
    'examples/redis-plugin/README.md',
  ])('and so does %s', (path) => {
    const [, block = ''] = /```ts\n([\s\S]*?)\n```/.exec(readFileSync(join(root, path), 'utf8')) ?? [];
    const named = block
      .replaceAll(/portcullis-plugin-(light-house|redis)/g, 'portcullis-plugin-mariadb')
      .replaceAll(/lightHouse|\bredis\b/g, 'mariadb');
    expect(named).toBe(readFileSync(join(import.meta.dirname, 'guide/readme.ts'), 'utf8').trimEnd());
  });

  it('explains existing messages of the kit', () => {
    const [, table = ''] = /\| message[^\n]*\n[^\n]*\n([\s\S]*?)\n\n/.exec(guide) ?? [];
    const cases = globSync('packages/testing/src/{plugin-kit/cases,simulated/platform}/*.ts', { cwd: root });
    const kit = cases.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');
    const messages = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, message = '']) => message);
    expect(messages.length).toBeGreaterThan(4);
    expect(messages.filter((message) => !kit.includes(message))).toEqual([]);
  });

  it('names existing files and links', () => {
    const links = [...guide.matchAll(/\]\(([^)#]+)\)/g)].map(([, link = '']) => link);
    for (const link of links) expect(() => readFileSync(join(root, 'docs', link)), link).not.toThrow(/ENOENT/);
  });
});

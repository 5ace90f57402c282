import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { membersOf, optionsPage } from './options-page.ts';
import { OPTIONS } from './options-table.ts';
import { readInterfaces } from './read-interfaces.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/reference/options.md'), 'utf8');
const groups = OPTIONS.flatMap((options) => options.groups.map((group) => ({ function: options.function, group })));
const options = groups.flatMap(({ function: name, group }) =>
  membersOf(group).map((member) => ({ ...member, function: name, prefix: group.prefix ?? '' })),
);

/** Options that the page omits, each with the reason. */
const OMITTED: Readonly<Record<string, string>> = {
  OpenApiOptions: 'arguments of a function that returns a document',
  RetryPolicyOptions: 'the fields of RetryPolicy, all optional',
};

/** Interfaces that the page lists as a part of another one. */
function isPart(name: string, file: string): boolean {
  return readInterfaces(file, readFileSync(join(root, file), 'utf8')).some((each) => each.extends.includes(name));
}

describe('the page of options', () => {
  it('is generated from the doc comments: run `pnpm docs:options`', () => {
    expect(page).toBe(optionsPage());
  });

  it.each(options)('describes $prefix$name of $function', ({ description, name, prefix }) => {
    expect(description).not.toBe('');
    expect(page).toContain(`#### \`${prefix}${name}\``);
  });

  it('has a reason to change each option whose default is a number or a boolean', () => {
    const withoutReason = options.filter(
      (option) => /^(?:\d|true\b|false\b)/.test(option.default) && option.remarks === '',
    );
    expect(withoutReason.map(({ prefix, name }) => prefix + name)).toEqual([]);
  });

  it('has every interface of options of the packages that a host configures', () => {
    const files = globSync(
      [
        'packages/core/src/options/*.ts',
        'packages/http/src/http-handler-options.ts',
        'packages/http/src/{openapi,event-stream}/*.ts',
        'packages/store-sql/src/*/*-store-options.ts',
        'packages/queue-*/src/*-options.ts',
        'packages/opentelemetry/src/*.ts',
        'plugins/*/src/*-options.ts',
      ],
      { cwd: root, exclude: ['**/*.test.ts'] },
    );
    const listed = new Set(groups.map(({ group }) => group.interface));
    const missing = files.flatMap((file) =>
      readInterfaces(file, readFileSync(join(root, file), 'utf8'))
        .map(({ name }) => name)
        .filter((name) => name.endsWith('Options') && !listed.has(name) && !(name in OMITTED) && !isPart(name, file)),
    );
    expect(files.length).toBeGreaterThan(20);
    expect(missing).toEqual([]);
  });

  it('has each heading once', () => {
    const headings: readonly string[] = page.match(/^#{2,4} .+$/gm) ?? [];
    expect(headings.filter((heading, index) => headings.indexOf(heading) !== index)).toEqual([]);
  });
});

describe('readInterfaces', () => {
  it('reads the type, the description, the default and the reason of a member', () => {
    const source = `
      export interface Sample extends Base {
        /**
         * Milliseconds
         * of silence. @remarks Raise it.
         * @default 15,000
         */
        readonly pauseMs?: number;
        /** Called once. */
        onEnd(id: number): void;
      }`;
    expect(readInterfaces('sample.ts', source)).toEqual([
      {
        name: 'Sample',
        extends: ['Base'],
        members: [
          {
            name: 'pauseMs',
            isRequired: false,
            type: 'number',
            description: 'Milliseconds of silence.',
            remarks: 'Raise it.',
            default: '15,000',
          },
          {
            name: 'onEnd',
            isRequired: true,
            type: '(id: number): void',
            description: 'Called once.',
            remarks: '',
            default: '',
          },
        ],
      },
    ]);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../src/create-program.ts';
import { EXIT_CODE } from '../src/exit-code.ts';
import { createFakeTerminal } from './support/fake-terminal.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

describe('the README', () => {
  it('names every command', () => {
    const program = createProgram({ out() {}, note() {}, colours: false } as never, () => undefined);
    const names = (command: Command, prefix = ''): string[] =>
      command.commands.length === 0
        ? [`${prefix}${command.name()}`]
        : command.commands.flatMap((each) => names(each, command === program ? '' : `${command.name()} `));
    const all = names(program);
    expect(all).toHaveLength(13);
    expect(all.filter((name) => !readme.includes(`\`${name}`))).toEqual([]);
  });

  it('names every exit code', () => {
    const codes = [...readme.matchAll(/^\| (\d+) +\|/gm)].map(([, code]) => Number(code));
    expect(codes).toEqual(Object.values(EXIT_CODE));
  });

  it('shows a valid file', async () => {
    using terminal = createFakeTerminal();
    const [, file = ''] = /```yaml\n([\s\S]*?)```/.exec(readme) ?? [];
    terminal.write('gov.yaml', file);
    terminal.env.REDSHIFT_PASSWORD = 'x';
    const { code, notes } = await terminal.run('plan', 'gov.yaml');
    expect(code).toBe(2);
    expect(notes).toContain('npm install @portcullis/plugin-redshift');
  });
});

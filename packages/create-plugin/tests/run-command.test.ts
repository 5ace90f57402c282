import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../src/run-command.ts';
import { scriptedTerminal } from './support/scripted-terminal.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-create-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const manifestIn = (path: string) => JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8'));
const COMPLETE = ['--name', 'Light House', '--kind', 'rest', '--auth', 'token,oauth-client', '--yes'];

describe('create-plugin without a terminal', () => {
  it('writes the plugin that the flags describe', async () => {
    const terminal = scriptedTerminal(folder);
    expect(await runCommand([...COMPLETE, '--folder', 'here', '--package', '@acme/plugin'], terminal)).toBe(0);
    expect(manifestIn('here').name).toBe('@acme/plugin');
    expect(readdirSync(join(folder, 'here')).toSorted()).toEqual([
      '.gitignore',
      'README.md',
      'biome.json',
      'package.json',
      'src',
      'tests',
      'tsconfig.build.json',
      'tsconfig.json',
    ]);
    expect(readdirSync(join(folder, 'here/src/config'))).not.toContain('password-fields.ts');
    expect(terminal.printed.join('')).toContain('cd here');
  });

  it('uses defaults for everything except the name', async () => {
    expect(await runCommand(['MariaDB'], scriptedTerminal(folder))).toBe(0);
    expect(manifestIn('portcullis-plugin-mariadb')).toMatchObject({ name: 'portcullis-plugin-mariadb' });
    expect(readFileSync(join(folder, 'portcullis-plugin-mariadb/src/plugin.ts'), 'utf8')).toContain("type: 'MariaDB'");
  });

  it('replaces the name and the marks of the template completely', async () => {
    await runCommand(['--name', 'Tower', '--yes'], scriptedTerminal(folder));
    const root = join(folder, 'portcullis-plugin-tower');
    const paths = readdirSync(root, { recursive: true, encoding: 'utf8' });
    expect(paths.filter((path) => /light.?house/i.test(path))).toEqual([]);
    for (const path of paths.filter((each) => /\.\w+$/.test(each))) {
      expect(readFileSync(join(root, path), 'utf8'), path).not.toMatch(/light.?house|@if|@end/i);
    }
  });

  it.each([
    ['no name', ['--kind', 'sql'], 'name of the platform is missing', 'Pass --name'],
    ['an invalid name', ['--name', '3com', '--yes'], 'cannot be the name of a platform', 'Use letters'],
    ['a platform with an existing plugin', ['--name', 'Redshift', '--yes'], 'There is a plugin', 'npm install'],
    ['an unknown kind', ['--name', 'A', '--kind', 'graph'], 'no platform kind "graph"', '--kind sql or --kind rest'],
    [
      'an unknown sign-in method',
      ['--name', 'A', '--auth', 'token'],
      'no authentication kind "token"',
      'password,key-pair',
    ],
    ['no sign-in method', ['--name', 'A', '--auth', ','], 'at least one authentication kind', '--auth'],
    ['an unknown flag', ['--nmae', 'A'], "'--nmae'", '--help'],
    ['a name of two words without quotes', ['Light', 'House'], 'in quotes', '--help'],
  ])('rejects %s, with a remedy', async (_what, parameters, message, help) => {
    const terminal = scriptedTerminal(folder);
    expect(await runCommand(parameters, terminal)).toBe(1);
    expect(terminal.complaints.join('')).toContain(message);
    expect(terminal.complaints.join('')).toContain(help);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('rejects a folder that is not empty, and leaves it unchanged', async () => {
    writeFileSync(join(folder, 'precious'), '');
    const terminal = scriptedTerminal(folder);
    expect(await runCommand([...COMPLETE, '--folder', '.'], terminal)).toBe(1);
    expect(terminal.complaints.join('')).toContain('is not empty: it contains precious.');
    expect(readdirSync(folder)).toEqual(['precious']);
    expect(await runCommand([...COMPLETE, '--folder', 'precious'], scriptedTerminal(folder))).toBe(1);
  });

  it('writes into a new repository', async () => {
    mkdirSync(join(folder, '.git'));
    expect(await runCommand([...COMPLETE, '--folder', '.'], scriptedTerminal(folder))).toBe(0);
  });

  it('rejects the name of an existing package, and continues if the registry does not respond', async () => {
    const taken = scriptedTerminal(folder, undefined, true);
    expect(await runCommand(COMPLETE, taken)).toBe(1);
    expect(taken.complaints.join('')).toContain('A package portcullis-plugin-light-house exists already');
    expect(readdirSync(folder)).toEqual([]);
    const silent = { ...scriptedTerminal(folder), isPublished: async () => undefined };
    expect(await runCommand(COMPLETE, silent)).toBe(0);
    expect(silent.complaints.join('')).toContain('check before you publish');
  });

  it('prints help and version', async () => {
    const terminal = scriptedTerminal(folder);
    expect(await runCommand(['--help'], terminal)).toBe(0);
    expect(await runCommand(['--version'], terminal)).toBe(0);
    expect(terminal.printed).toEqual([expect.stringContaining('--auth <kinds>'), expect.stringMatching(/^\d+\.\d+/)]);
  });
});

describe('create-plugin in a terminal', () => {
  it('asks for every choice with its default, and again after an invalid answer', async () => {
    const terminal = scriptedTerminal(folder, ['Redshift', 'Light House', 'sql', ['password', 'key-pair'], '', '']);
    expect(await runCommand([], terminal)).toBe(0);
    expect(terminal.complaints).toEqual([expect.stringContaining('There is a plugin for Redshift')]);
    expect(manifestIn('portcullis-plugin-light-house').name).toBe('portcullis-plugin-light-house');
  });

  it('does not ask for given flags', async () => {
    const terminal = scriptedTerminal(folder, [['token']]);
    const flags = ['--name', 'A', '--kind', 'rest', '--package', 'a', '--folder', 'there'];
    expect(await runCommand(flags, terminal)).toBe(0);
    expect(terminal.questions).toEqual(['How does the service sign in?']);
  });

  it.each([[[undefined]], [['A', undefined]], [['A', 'sql', undefined]], [['A', 'sql', ['password'], undefined]]])(
    'writes nothing when the user cancels: %j',
    async (responses) => {
      const terminal = scriptedTerminal(folder, responses);
      expect(await runCommand([], terminal)).toBe(130);
      expect(readdirSync(folder)).toEqual([]);
    },
  );
});

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '../src/run-command.ts';
import { scriptedTerminal } from './support/scripted-terminal.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/write-a-platform-plugin.md'), 'utf8');

it('the command in the guide creates the folder that the guide uses', async () => {
  const [, parameters = '', entered = ''] = /npm create @portcullis\/plugin -- (.+)\ncd (\S+)\n/.exec(guide) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-guide-'));
  try {
    expect(await runCommand(parameters.split(' '), scriptedTerminal(folder))).toBe(0);
    expect(existsSync(join(folder, entered, 'package.json'))).toBe(true);
    // The folders in the table of the guide, in a generated plugin.
    for (const [, path = ''] of guide.matchAll(/^\| `((?:src\/|tests)[^`]*)` /gm)) {
      expect(existsSync(join(folder, entered, path)), path).toBe(true);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

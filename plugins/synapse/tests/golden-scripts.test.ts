import { describe, expect, it } from 'vitest';
import { REVIEWED } from './support/configs.ts';
import { sectionOf } from './support/scripts.ts';

const SCRIPTS = [
  { script: 'initial-create', stage: 'master', action: 'create' },
  { script: 'create', stage: 'pool', action: 'create' },
  { script: 'cleanup', stage: 'pool', action: 'drop' },
  { script: 'post-cleanup', stage: 'master', action: 'drop' },
] as const;

const CASES = REVIEWED.flatMap(({ name, config }) => SCRIPTS.map((each) => ({ name, config, ...each })));

describe('the scripts', () => {
  // The scripts are in files. To accept a change, run vitest with --update and review the difference.
  it.each(CASES)('match the reviewed ones: $name, $script', async ({ name, config, script, stage, action }) => {
    await expect(`${sectionOf(config, stage, action)}\n`).toMatchFileSnapshot(`golden/${name}.${script}.sql`);
  });

  // "Connect to Synapse SQL with sqlcmd": quoted identifiers must be enabled.
  it.each(CASES)('name the option that sqlcmd needs: $name, $script', ({ config, stage, action }) => {
    expect(sectionOf(config, stage, action).split('\n')[0]).toBe(
      '-- With sqlcmd, use the option -I: the server requires quoted identifiers.',
    );
  });
});

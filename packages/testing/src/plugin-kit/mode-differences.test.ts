import { describe, expect, it } from 'vitest';
import { BROKEN_PLUGINS } from './fixture/broken-plugins.ts';
import { goodSubject } from './fixture/good-subject.ts';
import { pluginConformance } from './plugin-conformance.ts';
import { createPluginSubject } from './plugin-subject.ts';
import { runPluginCase } from './run-plugin-case.ts';

const differsByMode = [{ object: 'schema', reason: 'An administrator makes it in another way.' }];

function oneText(changes: Parameters<typeof goodSubject>[0]) {
  const oneTextCase = pluginConformance.find(({ id }) => id === 'one-text');
  if (!oneTextCase) throw new Error('The case is not there.');
  return runPluginCase(oneTextCase, createPluginSubject({ ...goodSubject(changes), differsByMode }));
}

describe('an object that is declared to differ between the modes', { timeout: 180_000 }, () => {
  it('may be made with other statements by script', async () => {
    await expect(oneText(BROKEN_PLUGINS['one-text'])).resolves.toEqual({ status: 'passed' });
  });

  it('must differ', async () => {
    await expect(oneText({})).rejects.toThrow('remove the entries');
  });

  it('must have a reason', () => {
    const unexplained = [{ object: 'schema', reason: '' }];
    expect(() => createPluginSubject({ ...goodSubject(), differsByMode: unexplained })).toThrow('"schema"');
  });
});

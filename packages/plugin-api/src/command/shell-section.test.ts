import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { ScriptStep, StepAction } from '../platform/script-section.ts';
import { shellSection } from './shell-section.ts';

const NAME = `o'hara"; $(exit)`;
const hasShell = spawnSync('sh', ['-c', ':']).status === 0;

/** The queries ask the environment for the state of the object. A broken platform responds with another exit code than `grep` does. */
const guard = {
  exists: '{ [ $STATE != broken ] || (exit 69); } && [ $STATE != absent ] && echo yes',
  ours: '{ [ $STATE != blind ] || (exit 69); } && [ $STATE = ours ] && echo yes',
};

function section(action: StepAction, more: Partial<ScriptStep> = {}) {
  const object = { key: 'user', kind: 'user', name: NAME };
  const step = { action, object, alone: false, first: true, ...guard, ...more };
  const steps = ['acme one', 'acme two'].map((text) => ({ ...step, text }));
  return shellSection({ stage: 'main', steps });
}

/** Runs a section in a shell, on a platform where the object has a state. */
function run(text: string, STATE: 'absent' | 'ours' | 'foreign' | 'broken' | 'blind', acme = 'echo "$@"') {
  const { stdout, stderr, status } = spawnSync('sh', ['-c', `acme() { ${acme}; }\n${text}\necho end`], {
    encoding: 'utf8',
    env: { STATE },
  });
  return { printed: stdout.split('\n').slice(0, -1), stderr, status };
}

describe.runIf(hasShell)('a section of a shell script', () => {
  it.each([
    ['create', 'absent', ['one', 'two', 'end']],
    ['create', 'ours', ['end']],
    ['create', 'foreign', []],
    ['alter', 'ours', ['one', 'two', 'end']],
    ['alter', 'foreign', []],
    ['alter', 'absent', []],
    ['drop', 'ours', ['one', 'two', 'end']],
    ['drop', 'foreign', ['end']],
    ['drop', 'absent', ['end']],
  ] as const)('runs, for the %s of an object that is %s: %j', (action, state, expected) => {
    expect(run(section(action).text, state).printed).toEqual(expected);
  });

  it.each([
    ['create', 'broken'],
    ['create', 'blind'],
    ['alter', 'blind'],
    ['drop', 'broken'],
    ['drop', 'blind'],
  ] as const)('stops before a %s if the platform does not respond (%s)', (action, state) => {
    const { printed, stderr, status } = run(section(action).text, state);
    expect(printed).toEqual([]);
    expect(stderr).toContain(`did not say whether there is the user "${NAME}"`);
    expect(status).toBe(1);
  });

  it('stops at a foreign object and names it', () => {
    const { stderr, status } = run(section('create').text, 'foreign');
    expect(stderr).toBe(`The user "${NAME}" does not belong to this integration.\n`);
    expect(status).toBe(1);
  });

  it('keeps an object that contains foreign ones', () => {
    const { text } = section('drop', { foreignContents: [{ list: 'true' }, { list: 'echo table' }] });
    const { printed, stderr } = run(text, 'ours');
    expect(printed).toEqual([]);
    expect(stderr).toContain('contains foreign objects');
  });

  it('keeps an object whose contents cannot be listed', () => {
    const { printed, stderr, status } = run(section('drop', { foreignContents: [{ list: 'false' }] }).text, 'ours');
    expect(printed).toEqual([]);
    expect(stderr).toContain('did not list the contents');
    expect(status).toBe(1);
  });

  it('drops an object that contains nothing', () => {
    expect(run(section('drop', { foreignContents: [{ list: 'true' }] }).text, 'ours').printed).toEqual([
      'one',
      'two',
      'end',
    ]);
  });

  it('stops at a statement that fails', () => {
    expect(run(section('create').text, 'absent', 'echo "$@"; false').printed).toEqual(['one']);
  });

  it('runs statements without a guard unchanged', () => {
    const { text } = section('create', { exists: undefined, ours: undefined });
    expect(run(text, 'foreign').printed).toEqual(['one', 'two', 'end']);
  });

  it('leaves an existing object alone if no query asks for its owner', () => {
    const { text } = section('create', { ours: guard.exists });
    expect(run(text, 'foreign').printed).toEqual(['end']);
  });
});

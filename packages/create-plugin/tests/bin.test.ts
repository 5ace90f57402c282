import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const bin = join(import.meta.dirname, '../bin/create-plugin.js');

/** Runs the executable with another reported version of Node. */
function run(version: string, ...parameters: string[]) {
  const fakeVersion = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`;
  const options = ['--conditions=source', '--import', `data:text/javascript,${encodeURIComponent(fakeVersion)}`];
  return spawnSync(process.execPath, [...options, bin, ...parameters], { encoding: 'utf8' });
}

describe('the executable', () => {
  it.each(['18.20.0', '20.20.2', '22.18.9'])('rejects Node %s, with the required version', (version) => {
    const { status, stdout, stderr } = run(version, '--version');
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain(`This is Node ${version}. Portcullis and its plugins need Node 22.19 or newer.`);
    expect(stderr).toContain('https://nodejs.org');
  });

  it.each(['22.19.0', '24.0.0', '26.1.0'])('runs on Node %s', (version) => {
    expect(run(version, '--version')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  });
});

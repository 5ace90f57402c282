import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlLine } from './curl-line.ts';

/** Returns the arguments that the shell passes to curl. */
function argumentsOf(line: string): readonly string[] {
  const curl = 'curl() { printf \'%s\\n\' "$@"; }';
  const options = { env: { ...process.env, PORTCULLIS_API_KEY: 'the-key' }, encoding: 'utf8' as const };
  return execFileSync('sh', ['-c', `${curl}; ${line}`], options)
    .split('\n')
    .slice(0, -1);
}

// These tests need a POSIX shell.
describe.skipIf(process.platform === 'win32')('a line for curl', () => {
  it('reads the key from the shell', () => {
    const line = curlLine('http://127.0.0.1:3000', { title: 'List', method: 'GET', path: '/integrations' });
    expect(line).not.toContain('the-key');
    expect(argumentsOf(line)).toEqual([
      '-sS',
      '-w',
      '\\n',
      '-H',
      'Authorization: the-key',
      'http://127.0.0.1:3000/integrations',
    ]);
  });

  it('quotes blanks, quotes and other shell characters', () => {
    const file = "/it's a $folder/`x`.json";
    const line = curlLine('http://127.0.0.1:3000', {
      title: 'Delete',
      method: 'DELETE',
      path: '/integrations/1?dryRun=true&x=$HOME',
      body: { file },
    });
    expect(argumentsOf(line).slice(3)).toEqual([
      '-X',
      'DELETE',
      '-H',
      'Authorization: the-key',
      '-H',
      'Content-Type: application/json',
      '-d',
      `@${file}`,
      'http://127.0.0.1:3000/integrations/1?dryRun=true&x=$HOME',
    ]);
  });

  it('sends a POST without a body as a POST', () => {
    const line = curlLine('http://127.0.0.1:3000', { title: 'Retry', method: 'POST', path: '/retry' });
    expect(argumentsOf(line)).toContain('POST');
  });
});

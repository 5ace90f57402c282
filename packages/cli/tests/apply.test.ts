import { describe, expect, it, vi } from 'vitest';
import { createFakeTerminal } from './support/fake-terminal.ts';
import { fileOf, PASSWORD } from './support/files.ts';
import { startServer } from './support/server.ts';

function prepared() {
  const terminal = createFakeTerminal();
  terminal.env.WAREHOUSE_PASSWORD = PASSWORD;
  terminal.write('governance/a.yaml', fileOf('first'));
  terminal.write('governance/b.yml', fileOf('second'));
  terminal.write('governance/notes.txt', 'not an integration');
  return terminal;
}

/** A well-formed API key that no service knows. */
const UNKNOWN_KEY = `pck_${'0'.repeat(49)}`;

const changes = (requests: readonly string[]) => requests.filter((request) => !request.startsWith('GET')).length;

describe('apply', () => {
  it('creates the integrations of the files, and changes nothing the second time', async () => {
    using terminal = prepared();
    await using server = await startServer(terminal);
    const first = await terminal.run('apply', 'governance', '--yes', '--json');
    expect(first.json()).toEqual([
      { file: 'governance/a.yaml', outcome: 'created', id: '1' },
      { file: 'governance/b.yml', outcome: 'created', id: '2' },
    ]);
    expect(first.code).toBe(0);
    expect(first.notes).toContain('governance/a.yaml: enabled');
    expect(first.notes).not.toContain(PASSWORD);

    const before = terminal.platform.snapshot();
    const statements = terminal.platform.statements.length;
    const versions = await Promise.all([1, 2].map((id) => version(server, id)));
    const second = await terminal.run('apply', 'governance', '--yes', '--json');
    expect(second.json()).toEqual([
      { file: 'governance/a.yaml', outcome: 'unchanged', id: '1' },
      { file: 'governance/b.yml', outcome: 'unchanged', id: '2' },
    ]);
    expect(second.code).toBe(0);
    expect(terminal.platform.snapshot()).toEqual(before);
    expect(terminal.platform.statements.length).toBe(statements);
    expect(await Promise.all([1, 2].map((id) => version(server, id)))).toEqual(versions);
  });

  it('changes only fields that differ', async () => {
    using terminal = prepared();
    await using _server = await startServer(terminal);
    await terminal.run('apply', 'governance', '--yes');
    terminal.write('governance/b.yml', fileOf('second', '  audit: { enabled: true }\n'));
    const dry = await terminal.run('apply', 'governance', '--dry-run');
    expect(dry.code).toBe(3);
    expect(dry.out).toBe('governance/a.yaml: unchanged (1)\ngovernance/b.yml: pending (2)\n');
    const { code, json } = await terminal.run('apply', 'governance', '--yes', '--json');
    expect(code).toBe(0);
    expect(json()).toEqual([
      { file: 'governance/a.yaml', outcome: 'unchanged', id: '1' },
      { file: 'governance/b.yml', outcome: 'updated', id: '2' },
    ]);
    expect((await terminal.run('apply', 'governance', '--dry-run')).code).toBe(0);
  });

  it('changes nothing with --dry-run or if the user answers no, and applies if the user answers yes', async () => {
    using terminal = prepared();
    await using server = await startServer(terminal);
    expect((await terminal.run('apply', 'governance', '--dry-run')).code).toBe(3);
    terminal.response = false;
    expect((await terminal.run('apply', 'governance')).code).toBe(3);
    expect(terminal.questions).toEqual(['Apply 2 of 2 files to http://server.test?']);
    expect((await terminal.run('integrations', '--json')).json()).toEqual([]);
    terminal.response = true;
    expect((await terminal.run('apply', 'governance/a.yaml')).code).toBe(0);
    expect(changes(server.requests)).toBeGreaterThan(0);
  });

  it('changes nothing if the user presses Ctrl-C at the question, and ends with 130', async () => {
    using terminal = prepared();
    await using server = await startServer(terminal);
    terminal.response = 'Ctrl-C';
    const { code, notes } = await terminal.run('apply', 'governance');
    expect(code).toBe(130);
    expect(notes).toContain('Nothing was changed.');
    expect(notes).not.toContain('Interrupted.');
    // Those of the two plans.
    expect(server.requests.filter((request) => request === 'POST /integrations')).toHaveLength(2);
  });

  it('does not ask for confirmation without a terminal', async () => {
    using terminal = prepared();
    await using _server = await startServer(terminal);
    const { code, notes } = await terminal.run('apply', 'governance');
    expect(code).toBe(2);
    expect(notes).toContain('--yes');
    expect((await terminal.run('integrations', '--json')).json()).toEqual([]);
  });

  it('applies nothing if one of the files cannot be applied', async () => {
    using terminal = prepared();
    await using _server = await startServer(terminal);
    terminal.write('governance/c.yaml', fileOf('third', '  retentionDays: 0\n'));
    const { code, notes, json } = await terminal.run('apply', 'governance', '--yes', '--json');
    expect(code).toBe(2);
    expect(notes).toContain('retentionDays');
    expect(json()).toMatchObject([{ outcome: 'pending' }, { outcome: 'pending' }, { error: { code: 'BODY_INVALID' } }]);
    expect((await terminal.run('integrations', '--json')).json()).toEqual([]);
  });

  it('does not run a plan that changed between the preview and the answer', async () => {
    using terminal = prepared();
    await using _server = await startServer(terminal);
    await terminal.run('apply', 'governance/a.yaml', '--yes');
    terminal.write('governance/a.yaml', fileOf('first', '  audit: { enabled: true }\n'));
    const through = terminal.fetch;
    let others = 0;
    terminal.fetch = async (input, init) => {
      const request = new Request(input, init);
      if (request.method === 'PUT' && request.headers.has('if-match')) {
        others += 1;
        terminal.write('other/a.yaml', fileOf('first', '  retentionDays: 60\n'));
        terminal.fetch = through;
        expect((await terminal.run('apply', 'other', '--yes')).code).toBe(0);
      }
      return through(request);
    };
    const { code, notes } = await terminal.run('apply', 'governance/a.yaml', '--yes');
    expect(others).toBe(1);
    expect(code).toBe(1);
    expect(notes).toContain('nothing was done. Run apply again');
    const { json } = await terminal.run('integrations', '1', '--json');
    expect(json()).toMatchObject({ status: 'enabled', config: { retentionDays: 60 } });
    expect(json()).not.toMatchObject({ config: { audit: { enabled: true } } });
  });

  it('exits with 130 on Ctrl-C, starts no more operations, and leaves running ones to the server', async () => {
    using terminal = prepared();
    await using server = await startServer(terminal);
    const through = terminal.fetch;
    terminal.fetch = async (input, init) => {
      const request = new Request(input, init);
      const response = await through(request);
      if (request.headers.has('idempotency-key')) terminal.interruption.abort();
      return response;
    };
    const { code, notes } = await terminal.run('apply', 'governance', '--yes');
    expect(code).toBe(130);
    expect(notes).toContain('continues there');
    await server.portcullis.integrations.whenIdle(1);
    expect(server.requests.filter((request) => request === 'POST /integrations')).toHaveLength(3);
  });

  it('exits with 130 on Ctrl-C while the server does not answer', async () => {
    using terminal = prepared();
    terminal.env.PORTCULLIS_URL = 'http://server.test';
    terminal.env.PORTCULLIS_API_KEY = UNKNOWN_KEY;
    terminal.fetch = (input, init) => {
      const { signal } = new Request(input, init);
      queueMicrotask(() => terminal.interruption.abort());
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    };
    expect((await terminal.run('apply', 'governance', '--yes')).code).toBe(130);
  });

  it('exits with 1 if a set-up takes longer than ten minutes, and reports that it continues', async () => {
    using terminal = prepared();
    await using _server = await startServer(terminal);
    const through = terminal.fetch;
    terminal.fetch = async (input, init) => {
      const request = new Request(input, init);
      return request.url.endsWith('/status') ? Response.json({ id: 1, status: 'creating' }) : through(request);
    };
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    using _sooner = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((milliseconds) => timeout(milliseconds === 600_000 ? 1 : milliseconds));
    const late = await terminal.run('apply', 'governance/a.yaml', '--yes', '--json');
    expect(late.code).toBe(1);
    expect(late.notes).toContain('continues on the server');
    expect(late.json()).toMatchObject([
      { outcome: 'failed', error: { message: expect.stringContaining('ten minutes') } },
    ]);
  });

  it('exits with 1 and the reason if a set-up fails, and resumes there the next time', async () => {
    using terminal = prepared();
    await using _server = await startServer(terminal);
    terminal.platform.inject({ at: 3, effect: { fail: 'missing-grant' } });
    const failed = await terminal.run('apply', 'governance/a.yaml', '--yes', '--json');
    expect(failed.code).toBe(1);
    expect(failed.notes).toMatch(/createError: \S/);
    expect(failed.json()).toMatchObject([{ outcome: 'failed' }]);
    const again = await terminal.run('apply', 'governance/a.yaml', '--yes', '--json');
    expect(again.json()).toEqual([{ file: 'governance/a.yaml', outcome: 'updated', id: '1' }]);
  });
});

describe('a server', () => {
  it('that does not respond, or does not know the key, causes exit code 4', async () => {
    using terminal = prepared();
    terminal.env.PORTCULLIS_URL = 'http://server.test';
    terminal.env.PORTCULLIS_API_KEY = UNKNOWN_KEY;
    const down = await terminal.run('integrations');
    expect(down.code).toBe(4);
    expect(down.notes).toContain('ECONNREFUSED');
    await using _server = await startServer(terminal);
    terminal.env.PORTCULLIS_API_KEY = UNKNOWN_KEY;
    const refused = await terminal.run('integrations', '--json');
    expect(refused.code).toBe(4);
    expect(refused.json()).toMatchObject({ error: { code: 'API_KEY_INVALID' } });
  });

  it('must be given, with a key that is not an option', async () => {
    using terminal = prepared();
    expect((await terminal.run('integrations')).notes).toContain('PORTCULLIS_URL');
    expect((await terminal.run('integrations', '--server', 'http://server.test')).notes).toContain(
      'PORTCULLIS_API_KEY',
    );
    expect((await terminal.run('integrations', '--server', 'server.test', '--key-file', 'none')).code).toBe(2);
    expect((await terminal.run('integrations', '--key', 'k')).code).toBe(2);
    await using _server = await startServer(terminal);
    terminal.write('key', `${terminal.env.PORTCULLIS_API_KEY}\n`);
    delete terminal.env.PORTCULLIS_API_KEY;
    expect((await terminal.run('integrations', '--key-file', 'key')).code).toBe(0);
  });

  it.each([
    ['the key that seals', Buffer.alloc(32, 7).toString('base64')],
    ['the key of a Trino cluster', `ptr_${'0'.repeat(49)}`],
    ['a truncated key', UNKNOWN_KEY.slice(0, -1)],
  ])('never receives %s instead of an API key', async (_name, secret) => {
    using terminal = prepared();
    await using server = await startServer(terminal);
    terminal.write('key', secret);
    terminal.env.PORTCULLIS_API_KEY = secret;
    for (const command of [
      ['integrations'],
      ['apply', 'governance', '--yes'],
      ['webhooks', 'list', '--key-file', 'key'],
    ]) {
      const refused = await terminal.run(...command);
      expect(refused.code).toBe(2);
      expect(refused.notes).toContain('does not contain an API key, so nothing was sent');
      expect(refused.out + refused.notes).not.toContain(secret);
    }
    expect(server.requests).toEqual([]);
  });

  it("receives a token for the host's own authentication from a file", async () => {
    using terminal = prepared();
    const seen: (string | null)[] = [];
    terminal.env.PORTCULLIS_URL = 'http://server.test';
    terminal.fetch = async (input, init) => {
      seen.push(new Request(input, init).headers.get('authorization'));
      return Response.json([]);
    };
    terminal.write('token', 'eyJ.session\n');
    expect((await terminal.run('integrations', '--token-file', 'token')).code).toBe(0);
    expect(seen).toEqual(['Bearer eyJ.session']);
    expect((await terminal.run('integrations', '--token-file', 'token', '--key-file', 'token')).code).toBe(2);
    terminal.write('token', '\n');
    expect((await terminal.run('integrations', '--token-file', 'token')).code).toBe(2);
  });

  it('lists and shows integrations', async () => {
    using terminal = prepared();
    await using _server = await startServer(terminal);
    await terminal.run('apply', 'governance', '--yes');
    expect((await terminal.run('integrations')).out).toMatch(/^ID +TYPE +STATUS +REASON\n1 +Simulated +enabled\n2 /);
    expect((await terminal.run('integrations', '2')).out).toMatch(/^2 Simulated enabled\n✓ /);
    expect((await terminal.run('integrations', '3')).code).toBe(1);
  });
});

async function version({ portcullis }: { portcullis: { integrations: object } }, id: number): Promise<unknown> {
  const principal = { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] };
  const integrations = portcullis.integrations as { get(context: object, id: number): Promise<{ version: unknown }> };
  return (await integrations.get({ principal }, id)).version;
}

import { describe, expect, it } from 'vitest';
import { createFakeTerminal } from './support/fake-terminal.ts';
import { fileOf, PASSWORD } from './support/files.ts';

function prepared() {
  const terminal = createFakeTerminal();
  terminal.write('gov.yaml', fileOf());
  terminal.env.WAREHOUSE_PASSWORD = PASSWORD;
  return terminal;
}

describe('without a server', () => {
  it('plan shows every statement, and changes nothing', async () => {
    using terminal = prepared();
    const before = terminal.platform.snapshot();
    const { code, out } = await terminal.run('plan', 'gov.yaml');
    expect(code).toBe(0);
    expect(out).toMatch(/^\+ database gov /m);
    expect(out).toMatch(/^Plan [0-9a-f]{64}$/m);
    expect(out).not.toContain(PASSWORD);
    expect(terminal.platform.snapshot()).toEqual(before);
    expect(terminal.platform.openSessions).toBe(0);
    const { json } = await terminal.run('plan', 'gov.yaml', '--json');
    expect(json()).toMatchObject({ plan: { operation: 'create' } });
  });

  it('plan reports why a set-up would be rejected, and exits with 1', async () => {
    using terminal = prepared();
    terminal.platform.refuseConnections();
    const { code, out } = await terminal.run('plan', 'gov.yaml');
    expect(code).toBe(1);
    expect(out).toMatch(/^\+ database gov /m);
    expect(out).toMatch(/^The validation failed\. A set-up would be refused/m);
    expect(out).toMatch(/^✗ /m);
    expect(out).not.toMatch(/^[✓·] /m);
    expect((await terminal.run('plan', 'gov.yaml', '--json')).code).toBe(1);
  });

  it('script and privileges open no connection', async () => {
    using terminal = prepared();
    terminal.write(
      'manual.yaml',
      fileOf()
        .replace('autoBootstrap: true', 'autoBootstrap: false')
        .replace('username: admin', 'username: portcullis'),
    );
    const script = await terminal.run('script', 'manual.yaml');
    expect(script.code).toBe(0);
    expect(script.out).toMatch(/gov/);
    expect(script.out).not.toContain(PASSWORD);
    const privileges = await terminal.run('privileges', 'gov.yaml', '--json');
    expect(privileges.json()).toMatchObject({ script: expect.any(String), privileges: expect.any(Array) });
    expect(terminal.platform.openedSessions).toBe(0);
  });

  it('script names the scripts of a set-up in their order, if there is more than one', async () => {
    using terminal = prepared();
    const orders = async (kind: string) => (await terminal.run('script', 'gov.yaml', '--kind', kind)).notes;
    expect(await orders('create')).toBe(
      'Run these scripts in this order: initial-create, create. This one is "create" (--kind).\n',
    );
    expect(await orders('cleanup')).toBe('');
  });

  it('plan passes the options in the file to the plugin, with references resolved', async () => {
    using terminal = prepared();
    terminal.env.WORD = 'from the environment';
    terminal.write('gov.yaml', `${fileOf()}pluginOptions:\n  engine: postgresql\n  word: \${env:WORD}\n`);
    expect(await terminal.run('plan', 'gov.yaml')).toMatchObject({ code: 0 });
    expect(terminal.pluginOptions).toEqual([{ engine: 'postgresql', word: 'from the environment' }]);
  });

  it('validate shows the tests, explains a failed one, and exits with 1', async () => {
    using terminal = prepared();
    const good = await terminal.run('validate', 'gov.yaml');
    expect(good.code).toBe(0);
    expect(good.out).toMatch(/^✓ /m);
    terminal.platform.refuseConnections();
    const bad = await terminal.run('validate', 'gov.yaml');
    expect(bad.code).toBe(1);
    expect(bad.out + bad.notes).toMatch(/^✗ /m);
  });
});

describe('an invalid file causes exit code 2 and a message with its position', () => {
  it.each([
    ['does not exist', undefined, 'gov.yaml'],
    [
      'is not YAML',
      'type: [',
      'gov.yaml is not valid YAML: unexpected end of the stream within a flow collection at line 1',
    ],
    ['has a tab', 'type: Simulated\nconfig:\n\thost: db\n', 'at line 3, column 1.'],
    ['contains itself', 'type: Simulated\nconfig: &config\n  inner: *config\n', 'nested deeper than 64 levels'],
    ['is a list', '- type: Simulated', 'not a mapping'],
    ['has plugin options that are a list', `${fileOf()}pluginOptions: [engine]\n`, '"pluginOptions" is not a mapping'],
    ['has no type', 'config: {}', '"type" is missing'],
    ['has an unknown type', 'type: Nothing', 'plugin: <package>'],
    ['names a plugin that is not installed', 'type: Simulated\nplugin: nobody', 'npm install nobody'],
    ['names a file as its plugin', 'type: Simulated\nplugin: ../acme-plugin-empty', 'the name of an installed package'],
    [
      'names a plugin without a package that it needs',
      'type: Simulated\nplugin: acme-plugin-alone',
      "acme-plugin-alone needs a package that is missing. Install it: Cannot find package 'zod'",
    ],
    [
      'names a package that is not a plugin',
      'type: Simulated\nplugin: acme-plugin-empty',
      'does not export the function "empty"',
    ],
    ['refers to a missing variable', fileOf().replace('WAREHOUSE_PASSWORD', 'ELSEWHERE'), 'ELSEWHERE is not set'],
    ['refers to a missing file', fileOf().replace('env:WAREHOUSE_PASSWORD', 'file:./none'), './none cannot be read'],
    ['has a config that is not valid', fileOf('gov', '  retentionDays: 0\n'), 'retentionDays'],
    ['has a number that a server reads as text', fileOf('gov', '  retentionDays: 0x10\n'), 'retentionDays'],
    ['has an unknown field', fileOf('gov', '  retention: 1\n'), 'retention'],
  ])('that %s', async (_name, text, message) => {
    using terminal = prepared();
    if (text === undefined) terminal.write('other.yaml', '');
    else terminal.write('gov.yaml', text);
    const { code, notes } = await terminal.run('plan', text === undefined ? 'none/gov.yaml' : 'gov.yaml');
    expect(notes).toContain(message);
    expect(code).toBe(2);
    expect(terminal.platform.openedSessions).toBe(0);
  });

  it('that contains a secret: the message names the path, not the secret', async () => {
    using terminal = prepared();
    terminal.write('gov.yaml', fileOf().replace(/password: .*/, 'password: sw0rdfish'));
    const { code, notes, out } = await terminal.run('plan', 'gov.yaml');
    expect(code).toBe(2);
    expect(notes).toMatch(/config\.password is a secret .*\$\{env:PASSWORD\}/);
    expect(notes + out).not.toContain('sw0rdfish');
  });

  it.each([
    ['next to the problem', 'sw0rdfish\n bad'],
    ['that begins like an alias', '*sw0rdfish'],
    ['that begins like a tag', '!sw0rdfish'],
  ])('that contains a secret %s: the message does not quote it', async (_name, value) => {
    using terminal = prepared();
    terminal.write('gov.yaml', fileOf().replace(/password: .*/, `password: ${value}`));
    const { code, notes, out } = await terminal.run('plan', 'gov.yaml');
    expect(code).toBe(2);
    expect(notes).toMatch(/^gov\.yaml is not valid YAML: .* at line \d+, column \d+\.$/m);
    expect(notes + out).not.toContain('sw0rdfish');
  });

  it('that contains a secret in the options of the plugin, before the plugin is created', async () => {
    using terminal = prepared();
    terminal.write('gov.yaml', `${fileOf()}pluginOptions:\n  proxy: http://ada:sw0rdfish@proxy.example.com:3128\n`);
    const { code, notes, out } = await terminal.run('plan', 'gov.yaml');
    expect(code).toBe(2);
    expect(notes).toMatch(/pluginOptions\.proxy is a secret .*\$\{env:PROXY\}/);
    expect(notes + out).not.toContain('sw0rdfish');
    expect(terminal.pluginOptions).toEqual([]);
  });

  it.each(['password:', "password: ''"])('that has an empty secret (%s): the message names its path', async (line) => {
    using terminal = prepared();
    terminal.write('gov.yaml', fileOf().replace(/password: .*/, line));
    const { code, notes } = await terminal.run('plan', 'gov.yaml');
    expect(code).toBe(2);
    expect(notes).toContain('config.password');
    expect(notes).not.toContain('rotate the secret');
  });
});

describe('a secret', () => {
  it('may be in a separate file next to the YAML file', async () => {
    using terminal = prepared();
    terminal.write('deep/gov.yaml', fileOf().replace('env:WAREHOUSE_PASSWORD', 'file:secrets/password'));
    terminal.write('deep/secrets/password', `${PASSWORD}\n`);
    expect(await terminal.run('plan', 'deep/gov.yaml')).toMatchObject({ code: 0 });
  });
});

describe('the command line', () => {
  it('prints its version', async () => {
    using terminal = prepared();
    expect((await terminal.run('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.each([
    [[], 2],
    [['nothing'], 2],
    [['plan'], 2],
    [['script', 'gov.yaml', '--kind', 'nothing'], 2],
    [['webhooks', 'retry', 'abc', '--server', 'http://server.test'], 2],
    [['listen', '--port', '70000'], 2],
    [['--help'], 0],
    [['--version'], 0],
    [['apply', '--help'], 0],
  ])('%j exits with %i', async (parameters, code) => {
    using terminal = prepared();
    const ended = await terminal.run(...parameters);
    expect(ended.code).toBe(code);
    expect(ended.out + ended.notes).not.toBe('');
  });

  it('is refused with a status that no response can have', async () => {
    using terminal = prepared();
    const { code, notes } = await terminal.run('listen', '--status', '1000');
    expect(code).toBe(2);
    expect(notes).toContain('It must be a status code: 200 to 599.');
  });

  it('is refused as JSON with --json', async () => {
    using terminal = prepared();
    const ended = await terminal.run('script', 'gov.yaml', '--kind', 'nothing', '--json');
    expect(ended.code).toBe(2);
    expect(ended.json()).toMatchObject({ error: { code: 'USAGE', message: expect.stringContaining('--kind') } });
  });
});

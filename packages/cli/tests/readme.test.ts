import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createPortcullisClient, createWebhooks } from '@portcullis/client';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../src/create-program.ts';
import { EXIT_CODE } from '../src/exit-code.ts';
import { createFakeTerminal } from './support/fake-terminal.ts';
import { startServer } from './support/server.ts';

const ADMIN = { principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] } };
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

  it('shows how a delivery is verified, refused and sent again', async () => {
    using terminal = createFakeTerminal();
    await using server = await startServer(terminal);
    await server.portcullis.settings.update(ADMIN, { webhookAutomaticRetry: false });
    const [, block = ''] = /<!-- webhook -->\n```sh\n([\s\S]*?)```/.exec(readme) ?? [];
    const [secret = '', ...commands] = block.trim().split('\n');
    const [, name = '', value = ''] = /^export (\w+)='(.+)'$/.exec(secret) ?? [];
    terminal.env[name] = value;
    const [listen = [], history = [], recover = []] = commands.map(
      (line) => /^npx portcullis (.*?) +#/.exec(line)?.[1]?.split(' ') ?? [],
    );

    const listening = terminal.run(...listen, '--json');
    const url = await terminal.noted(/http:\/\/127\.0\.0\.1:\d+\//);
    const client = createPortcullisClient({
      baseUrl: 'http://server.test',
      key: terminal.env.PORTCULLIS_API_KEY ?? '',
      fetch: (input, init) => terminal.fetch(input, init),
    });
    const webhook = { name: 'a', url, notificationType: ['tagCreated'], global: true, actionType: null };
    await createWebhooks({ client, body: { webhooks: [{ ...webhook, secret: value }] } });
    await server.portcullis.notifications.notify({ kind: 'tagCreated', metadata: { tagName: 'T' } });
    await terminal.printed(/tagCreated/);
    while (!(await terminal.run(...history)).out.includes('503')) await setImmediate();
    const again = terminal.printed(/(created the tag[\s\S]*){2}/);
    expect((await terminal.run(...recover, '--json')).json()).toEqual({ recovered: 1 });
    await again;
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
    terminal.interruption.abort();
    const { out } = await listening;
    const deliveries = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(deliveries.map(({ text }) => text)).toEqual([deliveries[0].text, deliveries[0].text]);
  });
});

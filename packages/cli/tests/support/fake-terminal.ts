import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createSimulatedPlatform, type SimulatedPlatform, simulatedPlugin } from '@portcullis/testing';
import { runCommand } from '../../src/run-command.ts';
import type { Terminal } from '../../src/terminal/terminal.ts';

/** The result of a command. */
interface Ended {
  readonly code: number;
  readonly out: string;
  readonly notes: string;
  /** Returns the response, parsed as JSON. */
  json(): unknown;
}

/** A terminal in a separate folder, with a simulated platform in place of the plugin's platform. */
export interface FakeTerminal extends Disposable {
  readonly platform: SimulatedPlatform;
  readonly env: Record<string, string>;
  /** The answer of a user. Undefined if no user is present. */
  response: boolean | 'Ctrl-C' | undefined;
  readonly questions: readonly string[];
  /** The options with which plugins were created. */
  readonly pluginOptions: readonly unknown[];
  /** The function that sends requests to servers. */
  fetch: typeof fetch;
  readonly interruption: AbortController;
  readonly outputClosed: AbortController;
  write(path: string, text: string): void;
  run(...parameters: readonly string[]): Promise<Ended>;
  /** Resolves with the match in the notes of a running command. */
  noted(pattern: RegExp): Promise<string>;
  /** Resolves with the match in the output of a running command. */
  printed(pattern: RegExp): Promise<string>;
}

/** Creates the terminal. */
export function createFakeTerminal(): FakeTerminal {
  const folder = mkdtempSync(join(tmpdir(), 'command-line-'));
  const platform = createSimulatedPlatform();
  const questions: string[] = [];
  const pluginOptions: unknown[] = [];
  const channels = { out: new EventEmitter(), notes: new EventEmitter() };
  const awaited = (channel: EventEmitter, pattern: RegExp) =>
    new Promise<string>((resolve) => {
      channel.on('text', (text: string) => {
        const [found] = pattern.exec(text) ?? [];
        if (found !== undefined) resolve(found);
      });
    });
  const fake: FakeTerminal = {
    platform,
    env: {},
    response: undefined,
    questions,
    pluginOptions,
    fetch: () => Promise.reject(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })),
    interruption: new AbortController(),
    outputClosed: new AbortController(),
    write(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    async run(...parameters) {
      let out = '';
      let notes = '';
      const terminal: Terminal = {
        out: (text) => {
          out += text;
          channels.out.emit('text', out);
        },
        note: (text) => {
          notes += text;
          channels.notes.emit('text', notes);
        },
        outputClosed: fake.outputClosed.signal,
        interactive: fake.response !== undefined,
        colours: false,
        env: fake.env,
        folder,
        signal: fake.interruption.signal,
        fetch: (input, init) => fake.fetch(input, init),
        confirm: async (question) => {
          questions.push(question);
          if (fake.response === 'Ctrl-C') fake.interruption.abort();
          return fake.response === true;
        },
        load: async (specifier) => {
          if (specifier === 'acme-plugin-warehouse') {
            const warehouse = (options: unknown) => {
              pluginOptions.push(options);
              return simulatedPlugin(platform);
            };
            return { warehouse };
          }
          if (specifier === 'acme-plugin-empty') return {};
          if (specifier === 'acme-plugin-alone') {
            throw Object.assign(new Error("Cannot find package 'zod'"), { code: 'ERR_MODULE_NOT_FOUND' });
          }
          throw Object.assign(new Error(`Cannot find module '${specifier}'`), { code: 'MODULE_NOT_FOUND' });
        },
      };
      const code = await runCommand(parameters, terminal);
      return { code, out, notes, json: () => JSON.parse(out) };
    },
    noted: (pattern) => awaited(channels.notes, pattern),
    printed: (pattern) => awaited(channels.out, pattern),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
  return fake;
}

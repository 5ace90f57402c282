import { definitionOf } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { canarySamples, secretFields } from '../../../src/release/canary/canary-sample.ts';
import { encodingsOf } from '../../../src/release/canary/encodings.ts';
import { installedPlugins } from '../../../src/release/canary/installed-plugins.ts';
import { CHANNELS, createOutputRecorder } from '../../../src/release/canary/output-recorder.ts';
import { committedTable } from '../../../src/release/canary/report.ts';
import { leaksOf, runCanaries } from '../../../src/release/canary/run-canaries.ts';

const remedy = 'Make the table anew: pnpm --filter @portcullis/interop canary';

describe('canaries in every secret field', () => {
  it('appear in no output after any event of an integration', async () => {
    const rows = await runCanaries(
      await installedPlugins(),
      process.env.PORTCULLIS_TESTS === 'sampled' ? 'alternating' : 'whole',
    );
    expect(rows.filter(({ seenIn }) => seenIn.length > 0)).toEqual([]);
  }, 300_000);

  it('are in the committed table for all plugins, fields and channels, without a hit', async () => {
    const lines = committedTable().split('\n');
    for (const channel of CHANNELS) expect(lines[0]).toContain(channel);
    for (const plugin of await installedPlugins()) {
      expect(
        lines.some((line) => line.startsWith(`| ${plugin.type} |`)),
        `${plugin.type}: ${remedy}`,
      ).toBe(true);
      for (const field of secretFields(definitionOf(plugin))) {
        expect(
          lines.filter((line) => line.startsWith(`| ${plugin.type} | \`${field}\` |`)),
          `${field}: ${remedy}`,
        ).toHaveLength(1);
      }
    }
    expect(committedTable()).not.toContain('seen');
  });

  it('are detected in any encoding and on any channel', () => {
    const text = 'Kanarie7Vogel00x';
    const canary = { field: 'password', texts: [text] };
    const disguised = [
      text,
      encodeURIComponent(text),
      Buffer.from(text).toString('hex'),
      ...['', 'a', 'ab', 'abc'].map((before) => Buffer.from(`${before}${text}!`).toString('base64')),
      ...['', 'a', 'ab'].map((before) => Buffer.from(`${before}${text}`).toString('base64url')),
    ];
    for (const each of disguised) {
      const recorder = createOutputRecorder();
      recorder.record('log', [{ details: { error: new Error('outer', { cause: new Error(each) }) } }]);
      expect(leaksOf(canary, recorder), each).toEqual(['log']);
    }
    for (const channel of CHANNELS) {
      const recorder = createOutputRecorder();
      recorder.record(channel, Object.defineProperty({}, 'hidden', { value: { deep: text }, enumerable: false }));
      expect(leaksOf(canary, recorder)).toEqual([channel]);
    }
    expect(encodingsOf('a b"c')).toContain('a%20b%22c');
  });

  it('replace every secret in the samples of every plugin', async () => {
    for (const plugin of await installedPlugins()) {
      const definition = definitionOf(plugin);
      for (const { config, canaries } of canarySamples(definition)) {
        expect(definition.config.safeParse(config).success, plugin.type).toBe(true);
        const text = JSON.stringify(config);
        for (const canary of canaries)
          for (const each of canary.texts) expect(text).toContain(JSON.stringify(each).slice(1, -1));
      }
    }
  });
});

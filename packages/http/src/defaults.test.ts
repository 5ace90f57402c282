import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DEFAULT_BODY_OPTIONS, DEFAULT_EVENT_STREAM_OPTIONS } from './defaults.ts';

it.each([
  ...Object.entries(DEFAULT_BODY_OPTIONS).map((option) => ['http-handler-options.ts', ...option] as const),
  ...Object.entries(DEFAULT_EVENT_STREAM_OPTIONS).map(
    (option) => ['event-stream/create-event-stream.ts', ...option] as const,
  ),
])('the doc comment in %s names the default of %s', (file, name, value) => {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  expect(text).toMatch(new RegExp(`@default ${value.toLocaleString('en-US')}\\s+\\*/\\s+readonly ${name}\\?:`));
});

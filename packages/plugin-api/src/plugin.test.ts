import { describe, expect, it, vi } from 'vitest';
import { sampleDefinition } from '../tests/sample-definition.ts';
import { definePlugin } from './define-plugin.ts';
import { definitionOf, type Plugin } from './plugin.ts';

describe('definePlugin', () => {
  it('returns an opaque, frozen plugin for any types of the definition', () => {
    const plugins: readonly Plugin[] = [definePlugin(sampleDefinition())];
    expect(plugins[0]).toEqual({ type: 'Sample', id: 'sample', version: '1.2.0', apiVersion: 1 });
    expect(Object.isFrozen(plugins[0])).toBe(true);
    expect(JSON.stringify(plugins[0])).toBe('{"type":"Sample","id":"sample","version":"1.2.0","apiVersion":1}');
  });

  it('throws when the module loads if the definition violates the contract', () => {
    expect(() => definePlugin(sampleDefinition({ id: 'Not Kebab', version: 'one' }))).toThrow(
      expect.objectContaining({
        code: 'PLUGIN_INVALID',
        message: expect.stringMatching(/plugin Sample has 2 issues:\n {2}- id: .*\n {2}- version: /),
      }),
    );
  });

  it('reports a missing definition', () => {
    expect(() => definePlugin(undefined as never)).toThrow(
      /plugin \(without type\) has 1 issue:\n {2}- definition: is not/,
    );
  });
});

describe('definitionOf', () => {
  it('returns the definition, also to another copy of the package', async () => {
    const definition = sampleDefinition();
    const plugin = definePlugin(definition);
    vi.resetModules();
    const other = await import('./plugin.ts');
    expect(definitionOf(plugin)).toBe(definition);
    expect(other.definitionOf(plugin)).toBe(definition);
  });

  it.each([undefined, null, 'redshift', {}, () => definePlugin(sampleDefinition()), sampleDefinition()])(
    'rejects %o, which is not a result of definePlugin',
    (value) => {
      expect(() => definitionOf(value as Plugin)).toThrow(
        expect.objectContaining({
          code: 'PLUGIN_NOT_A_PLUGIN',
          help: expect.stringContaining('not the function itself'),
        }),
      );
    },
  );

  it('rejects a plugin of another contract version, and names the plugin, the found version and the supported ones', () => {
    const plugin = definePlugin(sampleDefinition({ apiVersion: 2 as 1 }));
    expect(() => definitionOf(plugin)).toThrow(
      expect.objectContaining({
        code: 'PLUGIN_API_UNSUPPORTED',
        message: 'Plugin Sample 1.2.0 uses version 2 of the plugin contract; this host supports 1.',
        details: { plugin: 'Sample', found: 2, supported: [1] },
      }),
    );
  });
});

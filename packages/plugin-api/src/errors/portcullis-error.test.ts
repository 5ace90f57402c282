import { describe, expect, it, vi } from 'vitest';
import { PlatformError } from './platform-error.ts';
import { PluginDefinitionError } from './plugin-definition-error.ts';
import { PortcullisError } from './portcullis-error.ts';

const error = new PortcullisError({
  code: 'SOMETHING',
  message: 'What happened.',
  details: { where: 'here' },
  cause: new Error('canary'),
  help: 'What to do.',
});

/** Loads the classes of another copy of the package, such as the copy of a plugin. */
async function loadOtherCopy() {
  vi.resetModules();
  return {
    ...(await import('./portcullis-error.ts')),
    ...(await import('./platform-error.ts')),
    ...(await import('./plugin-definition-error.ts')),
  };
}

describe('PortcullisError', () => {
  it('is an error with a code, details, help and a cause', () => {
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'PortcullisError', code: 'SOMETHING', help: 'What to do.' });
    expect(error.cause).toEqual(new Error('canary'));
    expect(error.stack).toContain('What happened.');
  });

  it('serialises without its cause and its stack', () => {
    const text = JSON.stringify(error);
    expect(JSON.parse(text)).toEqual({
      name: 'PortcullisError',
      code: 'SOMETHING',
      message: 'What happened.',
      details: { where: 'here' },
      help: 'What to do.',
    });
    expect(text).not.toContain('canary');
    expect(text).not.toContain('.test.ts');
  });

  it('omits members that were not given', () => {
    const bare = new PortcullisError({ code: 'C', message: 'm' });
    expect(Object.keys(bare.toJSON())).toEqual(['name', 'code', 'message']);
    expect('cause' in bare).toBe(false);
  });

  it('keeps a cause that is falsy', () => {
    expect(new PortcullisError({ code: 'C', message: 'm', cause: 0 }).cause).toBe(0);
  });

  it('recognises errors of another copy of the package, unlike instanceof', async () => {
    const other = await loadOtherCopy();
    const foreign = new other.PlatformError({ failureClass: 'network', message: 'm' });
    expect(foreign).not.toBeInstanceOf(PortcullisError);
    expect(PortcullisError.isInstance(foreign)).toBe(true);
    expect(PlatformError.isInstance(foreign)).toBe(true);
    expect(other.PortcullisError.isInstance(error)).toBe(true);
  });

  it.each([undefined, null, 'SOMETHING', new Error('x'), { code: 'SOMETHING', message: 'x' }, error.toJSON()])(
    'does not recognise %o',
    (value) => {
      expect(PortcullisError.isInstance(value)).toBe(false);
    },
  );
});

describe('PlatformError', () => {
  it('carries its class and the code of the vendor', () => {
    const failure = new PlatformError({ failureClass: 'missing-grant', message: 'm', vendorCode: '42501' });
    expect(failure).toMatchObject({ name: 'PlatformError', code: 'PLATFORM_FAILURE', failureClass: 'missing-grant' });
    expect(failure.details).toEqual({ failureClass: 'missing-grant', vendorCode: '42501' });
  });

  it('is distinguished from other Portcullis errors', () => {
    expect(PlatformError.isInstance(error)).toBe(false);
    expect(PlatformError.isInstance(new PortcullisError({ code: 'PLATFORM_FAILURE', message: 'm' }))).toBe(false);
  });
});

describe('PluginDefinitionError', () => {
  it('lists every issue with its remedy', () => {
    const issues = [
      { path: 'id', problem: 'is wrong.', fix: 'Mend it.' },
      { path: 'type', problem: 'is missing.', fix: 'Write it.' },
    ];
    const failure = new PluginDefinitionError('Sample', issues);
    expect(failure.message).toBe(
      'The definition of plugin Sample has 2 issues:\n  - id: is wrong. Mend it.\n  - type: is missing. Write it.',
    );
    expect(failure).toMatchObject({ code: 'PLUGIN_INVALID', issues, details: { plugin: 'Sample', issues } });
    expect(new PluginDefinitionError('S', issues.slice(1)).message).toContain('has 1 issue:');
  });
});

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Imports an entry point in a process of its own. @returns the files of the core that it has loaded. */
function filesLoadedBy(entry: string): readonly string[] {
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    await import(${JSON.stringify(entry)});
    console.log(JSON.stringify(loaded));`;
  const options = { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' } as const;
  const flags = ['--conditions=source', '--input-type=module', '--eval', script];
  const loaded = JSON.parse(execFileSync(process.execPath, flags, options)) as string[];
  return loaded.flatMap((url) => url.split('/packages/core/src/')[1] ?? []);
}

it('The entry point of the ports loads ports, the adapters to build on, and nothing of the engine', () => {
  const rooms = new Set(filesLoadedBy('@portcullis/core/ports').map((path) => path.split('/')[0]));
  expect([...rooms].toSorted()).toEqual(['adapters', 'kernel', 'ports', 'ports.ts']);
});

it('The entry point of the core loads the engine', () => {
  expect(filesLoadedBy('@portcullis/core')).toContain('create-portcullis.ts');
});

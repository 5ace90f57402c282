import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleProgram } from '../../../src/crashes/victims/bundle-program.ts';
import { startVictim } from '../../../src/crashes/victims/start-victim.ts';
import type { ProgramReport } from './reporting-program.ts';

const PROGRAM = join(import.meta.dirname, 'reporting-program.ts');
/** A host with every plugin. */
const HOST = join(import.meta.dirname, '../../../src/release/schemathesis/host.ts');

describe('a bundled program', () => {
  let report: ProgramReport;
  beforeAll(async () => {
    const child = await startVictim(PROGRAM);
    const exited = once(child, 'exit');
    [report] = (await once(child, 'message')) as [ProgramReport];
    child.disconnect();
    await exited;
  });

  it('is one module, as is its thread', async () => {
    expect(report.module).toBe(await bundleProgram(PROGRAM));
    expect(report.thread.module).toMatch(/reporting-thread\.mjs$/);
  });

  it('has the address of its source file', () => {
    expect(report.address).toBe(pathToFileURL(PROGRAM).href);
  });

  it('shows the lines of its source files in stack traces', () => {
    const lines = readFileSync(PROGRAM, 'utf8').split('\n');
    const line = 1 + lines.findIndex((each) => each.includes('new Error('));
    expect(report.stack).toContain(`${PROGRAM}:${line}:`);
  });

  it('finds the SDKs of plugins, which only the plugins can find by name', async () => {
    const text = readFileSync(await bundleProgram(HOST), 'utf8');
    expect(text).toMatch(/import\("file:[^"]*@aws-sdk\/client-redshift\/[^"]*"\)/);
  });
});

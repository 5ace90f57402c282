import { describe, expect, it } from 'vitest';
import { parseSourceFile } from './source-file.ts';
import { findBrokenRules } from './source-rules.ts';

const problems = (path: string, text: string) => findBrokenRules(parseSourceFile(path, text));

describe('the source rules', () => {
  it.each([
    ['packages/http/src/index.ts', "export * from './a.ts';", 'name each export'],
    ['packages/http/src/index.ts', "export * as a from './a.ts';", 'name each export'],
    ['packages/core/src/index.ts', "import { container } from 'tsyringe';", 'may know the container'],
    ['packages/http/src/index.ts', "import 'reflect-metadata';", 'may know the container'],
    ['plugins/redshift/src/index.ts', "import pg from 'pg';", 'await import()'],
    ['packages/store-sql/src/postgres.ts', "import { type Pool } from 'pg';", 'await import()'],
    ['plugins/redshift/src/index.ts', "export { Pool } from 'pg';", 'await import()'],
    ['packages/core/src/index.ts', "import type { Pool } from 'pg';", 'belongs to its plugin'],
    ['packages/core/src/webhooks/delivery.ts', 'await fetch(url);', 'HttpTransport'],
    ['packages/core/src/webhooks/delivery.ts', 'const send = globalThis.fetch;', 'HttpTransport'],
    ['packages/core/src/webhooks/delivery.ts', "import { fetch as send } from 'undici/index.js';", 'HttpTransport'],
    ['packages/plugin-network/src/send.ts', "const { request } = await import('undici');", 'undici/index.js'],
    ['packages/core/src/changes/plan/plan.ts', "if (type === 'Snowflake') plan();", 'the core knows no platform'],
    ['packages/core/src/changes/plan/plan.ts', 'const nativeS3 = 1;', 'the core knows no platform'],
    ['packages/core/src/changes/plan/plan.ts', "const kind = 'native-s3';", 'the core knows no platform'],
  ])('report in %s: %s', (path, text, remedy) => {
    expect(problems(path, text)).toEqual([expect.stringContaining(remedy)]);
    expect(problems(path, text)[0]).toContain(path);
  });

  it.each([
    ['packages/core/src/composition/container.ts', "import 'reflect-metadata';\nimport { container } from 'tsyringe';"],
    ['plugins/redshift/src/connect.ts', "import type pg from 'pg';\nexport const load = () => import('pg');"],
    ['examples/express-server/src/main.ts', "import pg from 'pg';"],
    [
      'packages/core/src/send.ts',
      "import type { Dispatcher } from 'undici';\nimport { Client } from 'undici/index.js';",
    ],
    ['packages/core/src/webhooks/delivery.ts', '// A plain fetch() has no deadline.\nawait transport.fetch(request);'],
    ['packages/core/src/changes/plan/plan.ts', '/** For example on Snowflake. */\nconst checksums3 = 1;'],
    ['packages/core/src/changes/plan/plan.test.ts', "const type = 'Snowflake';"],
  ])('accept in %s: %s', (path, text) => {
    expect(problems(path, text)).toEqual([]);
  });
});

describe('parseSourceFile', () => {
  it('rejects a file that it cannot parse completely', () => {
    expect(() => parseSourceFile('packages/core/src/broken.ts', 'import {')).toThrow(/broken\.ts cannot be parsed/);
  });
});

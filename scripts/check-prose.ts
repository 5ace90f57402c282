/**
 * Checks the prose of guides, READMEs and messages with Vale, which is a Go module. The rules are in
 * `.vale/styles/Portcullis`: their errors fail the check, and their warnings are printed. Without Go, the check is
 * skipped, and the last line reports it: "N passed, N failed, N skipped".
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMessages } from './prose/read-messages.ts';
import { withQuickBuild } from './with-quick-build.ts';

const VALE = 'github.com/vale-cli/vale/v3/cmd/vale@v3.21.0';
const EXCLUDED = /node_modules|CHANGELOG|THIRD-PARTY|\/dist\/|docs\/reference\/api|^(?:interop|bench)\/|\/templates\//;
const root = join(import.meta.dirname, '..');

/** An alert in the JSON output of Vale. */
interface Alert {
  readonly Line: number;
  readonly Check: string;
  readonly Severity: 'suggestion' | 'warning' | 'error';
  readonly Message: string;
}

function check(): { readonly passed: number; readonly failed: number } {
  const pages = globSync(['*.md', '.changeset/*.md', '{docs,packages,plugins,examples,scripts}/**/*.md'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !EXCLUDED.test(path))
    .toSorted();
  const messages = readMessages(root);
  const folder = mkdtempSync(join(tmpdir(), 'prose-'));
  try {
    const list = join(folder, 'messages.txt');
    // One paragraph for each message: message n is on line 2n + 1.
    writeFileSync(list, messages.map(({ text }) => `${text}\n`).join('\n'));
    const run = spawnSync('go', ['run', VALE, '--config=.vale.ini', '--output=JSON', '--no-exit', ...pages, list], {
      cwd: root,
      env: withQuickBuild(process.env),
      encoding: 'utf8',
      maxBuffer: 1e8,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (run.status !== 0) throw new Error(`Vale ended with ${run.status}.`);
    const failures = new Set<string>();
    for (const [path, alerts] of Object.entries(JSON.parse(run.stdout) as Record<string, readonly Alert[]>))
      for (const alert of alerts) {
        const message = path === list ? messages[(alert.Line - 1) / 2] : undefined;
        const place = message ? `${message.path}:${message.line}` : `${path}:${alert.Line}`;
        console.log(`${place}: ${alert.Severity}: ${alert.Message} (${alert.Check})`);
        if (alert.Severity === 'error') failures.add(place.replace(/:\d+$/, ''));
      }
    const checked = new Set([...pages, ...messages.map(({ path }) => path)]);
    return { passed: checked.size - failures.size, failed: failures.size };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (spawnSync('go', ['version']).status !== 0) {
  console.log('Skipped: there is no Go, which Vale is fetched and run with.');
  console.log('0 passed, 0 failed, 1 skipped');
} else {
  const { passed, failed } = check();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

import { trialPlugin } from '../support/trial-plugin.ts';

const [kind, auth] = process.argv.slice(2);
const t = trialPlugin({ name: 'Light House', kind: kind as 'sql', auth: (auth ?? '').split(',') as never });
console.log(t.folder);
for (const each of ['typecheck', 'lint', 'test'] as const) {
  const v = await t[each]();
  console.log(each, v.passed, v.passed && each !== 'test' ? '' : v.output.slice(-9000));
}
if (!process.argv[4]) t.remove();

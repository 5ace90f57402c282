import { installedPlugins } from './installed-plugins.ts';
import { renderTable, writeTable } from './report.ts';
import { runCanaries } from './run-canaries.ts';

const rows = await runCanaries(await installedPlugins());
const table = renderTable(rows);
writeTable(table);
console.log(table);
// Instances that died during an operation still wait for their platform.
process.exit(rows.some(({ seenIn }) => seenIn.length > 0) ? 1 : 0);

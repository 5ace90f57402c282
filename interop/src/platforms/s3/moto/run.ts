/**
 * Runs the S3 plugin against moto, which emulates STS, IAM and S3 and checks signatures and policies. Moto has no S3
 * Access Grants, which the emulator adds. The last line counts: "N passed, N failed".
 *
 * Run it with `node --conditions=source interop/src/platforms/s3/moto/run.ts`.
 */
import { join } from 'node:path';
import { CASES } from './cases.ts';
import { CONFORMANCE_CASES } from './conformance.ts';
import { startMotoEnvironment } from './moto-environment.ts';
import { startMoto } from './moto-server.ts';
import { prepareAccount } from './prepared-account.ts';

const cases = [...CONFORMANCE_CASES, ...CASES];
const moto = await startMoto(join(import.meta.dirname, '../../../../../node_modules/.cache/s3-moto'));
if ('missing' in moto) {
  console.log(`Skipped: ${moto.missing}.`);
  console.log('0 passed, 0 failed, 1 skipped');
} else {
  let failed = 0;
  try {
    const account = await prepareAccount(moto.address);
    await moto.requirePermissions();
    for (const { name, run } of cases) {
      const environment = await startMotoEnvironment(moto.address);
      try {
        await run(environment, account);
        console.log(`  passed: ${name}`);
      } catch (error) {
        failed += 1;
        console.error(`  FAILED: ${name}\n`, error);
      } finally {
        await environment.close();
      }
    }
  } finally {
    await moto.stop();
  }
  console.log(`${cases.length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

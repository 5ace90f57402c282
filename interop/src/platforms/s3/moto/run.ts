/**
 * Runs the S3 plugin against moto, which emulates STS, IAM and S3 and checks signatures and policies. Moto has no S3
 * Access Grants, which the emulator adds.
 *
 * Run it with `node --conditions=source interop/src/platforms/s3/moto/run.ts`.
 */
import { join } from 'node:path';
import { createSuiteReport } from '../../../shared/suite-report.ts';
import { CASES } from './cases.ts';
import { CONFORMANCE_CASES } from './conformance.ts';
import { startMotoEnvironment } from './moto-environment.ts';
import { startMoto } from './moto-server.ts';
import { prepareAccount } from './prepared-account.ts';

const report = createSuiteReport();
const cases = [...CONFORMANCE_CASES, ...CASES];
const moto = await startMoto(join(import.meta.dirname, '../../../../../node_modules/.cache/s3-moto'));
if ('missing' in moto) {
  report.skip(moto.missing);
} else {
  try {
    const account = await prepareAccount(moto.address);
    await moto.requirePermissions();
    for (const { name, run } of cases) {
      const environment = await startMotoEnvironment(moto.address);
      await report.run(name, () => run(environment, account));
      await environment.close();
    }
  } finally {
    await moto.stop();
  }
}
report.end();

/** A thread that dies once while a receiver has its request. The cause makes no difference to the main thread. */
import { channel } from 'node:diagnostics_channel';
import { existsSync, writeFileSync } from 'node:fs';

const { THREAD_DIED = '' } = process.env;
if (!existsSync(THREAD_DIED)) {
  channel('undici:client:sendHeaders').subscribe(() => {
    writeFileSync(THREAD_DIED, '');
    process.exit(1);
  });
}

await import('./thread.ts');

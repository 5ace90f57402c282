import { describeLibraries } from './describe-libraries.ts';
import { LIBRARIES } from './libraries.ts';
import { openHost } from './open-host.ts';

describeLibraries(LIBRARIES, { openHost, undoesTransactions: true });

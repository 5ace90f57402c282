import { describeLibraries } from './describe-libraries.ts';
import { LIBRARIES } from './libraries.ts';

describeLibraries(LIBRARIES);

import { describeConformance } from './describe-conformance.ts';
import { LIBRARIES } from './libraries.ts';

describeConformance(LIBRARIES);

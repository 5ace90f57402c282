import { definePluginConformance } from './define-plugin-conformance.ts';
import { goodSubject } from './fixture/good-subject.ts';

definePluginConformance(goodSubject());

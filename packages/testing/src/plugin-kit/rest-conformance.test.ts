import { definePluginConformance } from './define-plugin-conformance.ts';
import { restSubject } from './fixture/rest-subject.ts';

definePluginConformance(restSubject());

import { definePluginConformance } from './define-plugin-conformance.ts';
import { commandSubject } from './fixture/command-subject.ts';

definePluginConformance(commandSubject());

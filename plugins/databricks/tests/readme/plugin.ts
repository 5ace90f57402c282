import { databricks } from '@portcullis/plugin-databricks';

export const workspace = databricks();
// Against an emulator on this machine, for tests:
export const local = databricks({ endpoint: 'http://127.0.0.1:8085' });

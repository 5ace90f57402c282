import { databricks } from '@portcullis/plugin-databricks';

export const workspace = databricks();
// Against an emulator on this machine, for trials and tests:
export const trial = databricks({ endpoint: 'http://127.0.0.1:8085' });

import { snowflake } from '@portcullis/plugin-snowflake';

export const account = snowflake();
// Against an emulator on this machine, for tests:
export const local = snowflake({ endpoint: 'http://127.0.0.1:8085' });

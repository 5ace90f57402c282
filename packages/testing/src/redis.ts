/**
 * A real Redis or Valkey for tests, from the program of the machine.
 *
 * @packageDocumentation
 */
export { findRedis, NO_REDIS, type RedisOptions, type RunningRedis, startRedis } from './servers/redis/start-redis.ts';

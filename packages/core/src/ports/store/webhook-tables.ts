import type { TableDeclaration } from './columns.ts';

/** The tables of notifications and their delivery. The delivery row is the queue. */
export const WEBHOOK_TABLES = {
  webhooks: {
    columns: {
      id: 'id',
      name: 'text',
      url: 'text',
      global: 'boolean',
      notificationType: 'json',
      /** triggered | receive | null */
      actionType: 'text?',
      createdBy: 'integer',
      /** active | paused | disabled | deleted */
      state: 'text',
      stateReason: 'text?',
      stateSince: 'time',
      /** Delivery options of this endpoint: caps, order, filters. */
      options: 'json',
      failingSince: 'time?',
      consecutiveFailures: 'integer',
      /** Consecutive failures that show that the receiver is down: no response, or a 5xx. */
      outageFailures: 'integer',
      /** Exhausted deliveries since the last success. */
      exhausted: 'integer',
      /** The time until which an open breaker sends nothing. After it, one delivery at a time is sent as a probe. */
      breakerUntil: 'time?',
      breakerStep: 'integer',
      /** The time until which nothing is sent: the receiver asked for a pause, or the key of the secret is not available. */
      quietUntil: 'time?',
      version: 'integer',
      createdAt: 'time',
      updatedAt: 'time',
    },
    key: ['id'],
    indexes: { byOwner: { columns: ['tenant', 'createdBy', 'id'] }, byState: { columns: ['tenant', 'state'] } },
  },
  /** One row per webhook and notification kind, including `ALL_NOTIFICATIONS`: the subscribers of an event. */
  subscriptions: {
    columns: { kind: 'text', webhookId: 'integer' },
    key: ['tenant', 'kind', 'webhookId'],
    indexes: { byWebhook: { columns: ['webhookId'] } },
  },
  /** The events, which are the activity of the interface. */
  events: {
    columns: {
      id: 'id',
      /** The stem of `webhook-id`, without dots. */
      publicId: 'text',
      kind: 'text',
      /** UTF-8 JSON of `text` and `metadata`, stored as bytes and never serialised again. */
      payload: 'bytes',
      actionBy: 'integer?',
      idempotencyKey: 'text?',
      /** The trace of the publication: the header `traceparent` of its span, to which attempts are linked. */
      traceParent: 'text?',
      createdAt: 'time',
    },
    key: ['id'],
    unique: { onePublicId: ['publicId'], oneIdempotencyKey: ['tenant', 'idempotencyKey'] },
    indexes: { byTime: { columns: ['tenant', 'createdAt', 'id'] } },
  },
  deliveries: {
    columns: {
      id: 'id',
      eventId: 'integer',
      webhookId: 'integer',
      /** The webhook's name at the time of the event, which is part of the body. */
      webhookName: 'text',
      /** pending | leased | succeeded | exhausted | cancelled | held */
      status: 'text',
      /** The reason it is held: paused | disabled | permission | backlog | recover */
      holdReason: 'text?',
      attempts: 'integer',
      /** Attempts that were made before the retry schedule was restarted. */
      attemptsBefore: 'integer',
      dueAt: 'time',
      leaseOwner: 'text?',
      leaseGeneration: 'integer',
      leaseUntil: 'time?',
      lastStatusCode: 'integer?',
      createdAt: 'time',
      doneAt: 'time?',
    },
    key: ['id'],
    unique: { oneDeliveryAnEventAndWebhook: ['eventId', 'webhookId'] },
    indexes: {
      due: { columns: ['webhookId', 'dueAt', 'id'], where: { status: 'pending' } },
      leased: { columns: ['webhookId', 'leaseUntil'], where: { status: 'leased' } },
      held: { columns: ['webhookId', 'id'], where: { status: 'held' } },
      exhausted: { columns: ['webhookId', 'doneAt'], where: { status: 'exhausted' } },
    },
  },
  /** One small row per webhook: when its next delivery is due, and how many wait. The dispatcher polls no other table. */
  endpointQueues: {
    columns: {
      webhookId: 'integer',
      nextDueAt: 'time?',
      pending: 'integer',
      /**
       * Held deliveries that are released before newer ones: the endpoint queue was full, or its webhook was resumed after a
       * pause.
       */
      overflow: 'integer',
      /** Held deliveries that are released whenever no other one is due: recovered ones. */
      recovering: 'integer',
      /** Deliveries that are held until the webhook is resumed or its owner has the permission. */
      held: 'integer',
      /** Held deliveries up to this id are cancelled instead of released; with a time, only those from before it. */
      discardThrough: 'integer?',
      discardBefore: 'time?',
      /** For endpoint queues with a rate: the time of the next permitted delivery, in microseconds since 1970. */
      rateMicros: 'integer?',
    },
    key: ['webhookId'],
    indexes: { byDue: { columns: ['nextDueAt'] }, byTenant: { columns: ['tenant', 'webhookId'] } },
  },
  /** The history: one row per attempt, append-only. */
  attempts: {
    columns: {
      id: 'id',
      deliveryId: 'integer?',
      eventId: 'integer',
      webhookId: 'integer',
      webhookName: 'text',
      url: 'text',
      global: 'boolean',
      actionType: 'text?',
      createdBy: 'integer',
      kind: 'text',
      /** The position among the automatic attempts of the delivery; 0 for manual, test and probe ones. */
      number: 'integer',
      /** automatic | manual | test | probe */
      trigger: 'text',
      parentId: 'integer?',
      succeeded: 'boolean',
      statusCode: 'integer',
      errorCode: 'text?',
      /** guard | dns | connect | tls | write | headers | body | interrupted | queue */
      errorPhase: 'text?',
      response: 'json',
      details: 'json?',
      startedAt: 'time',
      endedAt: 'time?',
      createdAt: 'time',
      updatedAt: 'time',
    },
    key: ['id'],
    indexes: {
      byTime: { columns: ['tenant', 'createdAt', 'id'] },
      failures: { columns: ['tenant', 'createdAt', 'id'], where: { succeeded: false } },
      byWebhook: { columns: ['webhookId', 'createdAt', 'id'] },
      byOwner: { columns: ['tenant', 'createdBy', 'createdAt', 'id'] },
      byKind: { columns: ['tenant', 'kind', 'createdAt', 'id'] },
      byEvent: { columns: ['eventId', 'id'] },
    },
  },
  /**
   * Counts of attempts per webhook and minute, later per hour. Rows are only added: those of one webhook and time are summed when
   * they are read, so nodes never wait for each other.
   */
  deliveryStatistics: {
    columns: {
      id: 'id',
      /** 0 for all webhooks of the tenant. */
      webhookId: 'integer',
      /** minute | hour */
      span: 'text',
      startsAt: 'time',
      /** `{ attempts, exhausted, latency }`, each without zeros. */
      tally: 'json',
    },
    key: ['id'],
    indexes: { byWebhook: { columns: ['tenant', 'span', 'webhookId', 'startsAt'] } },
  },
} as const satisfies Readonly<Record<string, TableDeclaration>>;

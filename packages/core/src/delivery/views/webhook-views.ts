import type { DeliveryOptions } from '../subscriptions/delivery-options.ts';

/** A webhook as GET shows it. Source: docs/reference/http/schemas.md. */
export interface WebhookView {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly notificationType: readonly string[];
  readonly global: boolean;
  readonly createdBy: number;
}

/** A webhook as GET one shows it: with the state of its deliveries. */
export interface WebhookDetailView extends WebhookView {
  readonly delivery: {
    readonly state: 'active' | 'paused' | 'disabled';
    readonly reason?: string;
    readonly since: string;
    /** Deliveries that wait for their first or next attempt. */
    readonly pending: number;
    /**
     * Deliveries that are held while the webhook is paused or disabled, its endpoint queue is full, or its owner lacks a
     * permission.
     */
    readonly held: number;
    readonly consecutiveFailures: number;
    readonly failingSince?: string;
    /** While the receiver is failing: the time of the next probe. */
    readonly nextProbeAt?: string;
    /** The end of a pause: the receiver requested it, or the secret of the webhook cannot be opened now. */
    readonly quietUntil?: string;
    /** The owner's notifications that are delivered: those they cause, those they receive, null for both. */
    readonly actionType: 'triggered' | 'receive' | null;
    readonly options: DeliveryOptions;
  };
}

/** A notification kind that webhooks can subscribe to. */
export interface NotificationKindView {
  readonly kind: string;
  /** The trigger, in one sentence. */
  readonly trigger: string;
}

/** The state of an instance's webhooks. */
export interface WebhookStatsView {
  /** By state. */
  readonly webhooks: { readonly active: number; readonly paused: number; readonly disabled: number };
  /** Webhooks with an open breaker: deliveries wait, and one at a time is sent as a probe. */
  readonly openBreakers: number;
  /** Deliveries that wait for their next attempt. */
  readonly pending: number;
  /** Deliveries that are held for a webhook that is paused, disabled or full. */
  readonly held: number;
  /** The milliseconds for which the oldest due delivery has been due; 0 if none is. */
  readonly oldestDueMs: number;
  /** The activity of this node since it started, over all tenants. Absent for a tenant other than the default one. */
  readonly node?: WebhookActivity;
}

/** The counts of the webhooks of all tenants, with the activity of the node. */
export interface InstanceStatsView extends WebhookStatsView {
  readonly node: WebhookActivity;
}

/** The deliveries of one node. */
export interface WebhookActivity {
  /** Attempts in flight. */
  readonly inFlight: number;
  /** The recorded attempts, by outcome. */
  readonly attempts: { readonly succeeded: number; readonly failed: number };
}

/** The result of a test delivery to an endpoint that is not stored. */
export interface WebhookTestView {
  readonly url: string;
  readonly succeeded: boolean;
  /** 500 without a response, as in the history. */
  readonly statusCode: number;
  readonly response: Readonly<Record<string, unknown>>;
  readonly durationMs: number;
}

/** A webhook in the responses of POST and DELETE. */
export interface WebhookChangeView {
  readonly id: number;
  readonly url: string;
  readonly name: string;
  readonly global: boolean;
  readonly actionType: 'triggered' | 'receive' | null;
  readonly createdBy: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The reason why an element of POST /webhooks was not created. */
export interface WebhookCreationError {
  readonly index: number;
  readonly name?: string;
  readonly url?: string;
  readonly message: string;
  readonly code: string;
  readonly details?: unknown;
}

/** The response of POST /webhooks. */
export interface WebhooksCreatedView {
  readonly createdWebhooks: readonly WebhookChangeView[];
  readonly errors: readonly WebhookCreationError[];
}

/** A history record. `webhooksId`, `url`, `name`, `actionType` and `createdBy` are on records of the listing only. */
export interface HistoryRecordView {
  readonly id: number;
  readonly request: {
    readonly text: string;
    readonly metadata: Readonly<Record<string, unknown>>;
    readonly webhookId: number;
    readonly webhookName: string;
  };
  readonly response: Readonly<Record<string, unknown>>;
  readonly statusCode: number;
  readonly notificationType: string;
  readonly webhooksActivityId: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly webhooksId?: number;
  readonly url?: string;
  readonly name?: string;
  readonly actionType?: 'triggered' | 'receive' | null;
  readonly createdBy?: number;
}

/** A history record from `historyRecord`: the listed record with the details of its attempt. */
export interface HistoryRecordDetailView extends HistoryRecordView {
  readonly attempt: AttemptView;
}

/**
 * The course of an attempt. For callers who are not administrators, a name without a public address has the code
 * `NO_PUBLIC_ADDRESS` and no times, and no attempt shows an address.
 */
export interface AttemptView {
  readonly trigger: 'automatic' | 'manual' | 'test';
  /** The position among the automatic attempts of its delivery, from 1; absent for others. */
  readonly number?: number;
  /** The record that it repeats. */
  readonly retryOf?: number;
  /** True when the receiver responded with 2xx. */
  readonly succeeded: boolean;
  /** True when the end is not known: the process died, or the attempt is in progress. */
  readonly interrupted: boolean;
  /** The reason for a missing response. */
  readonly errorCode?: string;
  /**
   * The phase that an attempt without a response reached. `queue`: it was dropped before it was made; `local`: the machine of the
   * library had no file descriptor or no memory for a connection.
   */
  readonly phase?:
    | 'local'
    | 'guard'
    | 'dns'
    | 'proxy'
    | 'connect'
    | 'tls'
    | 'write'
    | 'headers'
    | 'body'
    | 'interrupted'
    | 'queue';
  readonly startedAt?: string;
  readonly endedAt?: string;
  /** Milliseconds since its beginning. */
  readonly timing?: {
    /** Until the connection was established; absent if one was reused. */
    readonly connectMs?: number;
    /** Until the first byte of the response. */
    readonly firstByteMs?: number;
    readonly totalMs?: number;
  };
  readonly reusedConnection?: boolean;
  /** True when a reused connection was dead and the attempt was repeated immediately on another one. */
  readonly retriedStaleConnection?: boolean;
  /** The size of the response body. */
  readonly responseBytes?: number;
  /** True when the record holds only the beginning of the body. */
  readonly responseTruncated?: boolean;
  /** True when another node had taken the delivery over before the attempt ended. */
  readonly late?: boolean;
  /** The address it was sent to; for administrators. */
  readonly remoteAddress?: string;
}

/** Filters of the history; values arrive as the query string has them and are validated by the service. */
export interface HistoryQuery {
  readonly offset?: string | number;
  readonly pageSize?: string | number;
  readonly sortField?: string;
  readonly sortOrder?: string;
  readonly notificationType?: string;
  readonly includeGlobal?: string | boolean;
  readonly includeUser?: string | boolean;
  readonly successOrFailure?: string;
  /** The `cursor` of the previous page, instead of an offset. It is as fast on the last page as on the first. */
  readonly cursor?: string;
}

/** A page of history. `count` is a string, as in the interface; a page by cursor has that of the first page. */
export interface HistoryPageView {
  readonly count: string;
  readonly records: readonly HistoryRecordView[];
  /** The cursor of the next page; absent on the last one. Opaque. */
  readonly cursor?: string;
}

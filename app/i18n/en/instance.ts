import type { InstanceNoticeCode, InstanceStatusName, PendingCause } from '#app/domain/instance/view.ts';

/** A workspace's status in words. */
export const instance = {
  status: {
    Offline: 'Offline',
    Online: 'Online',
    Pending: 'Pending',
    Stopped: 'Stopped',
  } satisfies Record<InstanceStatusName, string>,
  /** In place of Stopped, for a workspace that does not start again. */
  deletion: { deleting: 'Being deleted', deleted: 'Deleted' },
  online: 'Your workspace is now online.',
  cause: {
    provision: 'It is being set up.',
    restart: 'It is restarting.',
    configure: 'Your changes are being applied.',
    plan: 'It restarts to apply your new plan.',
    update: 'It is being updated.',
    go_back: 'It is going back to the earlier version.',
    resume: 'It is starting again.',
    recover: 'It stopped responding and is being restarted.',
  } satisfies Record<PendingCause, string>,
  notice: {
    cluster_unreachable:
      'Our servers can’t be reached right now. Nothing is lost: we’ll keep trying, and your workspace will start as soon as they respond.',
    polling_timed_out:
      'New instance status polling timed out. We’ll keep checking every few minutes and show it here when it’s online.',
    trial_ended: 'Your trial has ended, so the workspace was stopped.',
    paused: 'The subscription is paused after failed payments, so the workspace was stopped.',
    cancelled: 'The subscription has ended, so the workspace was stopped.',
    deleting: 'The workspace is being deleted. We make a final backup of its workflows first.',
    deleted: 'The workspace was deleted.',
  } satisfies Record<NonNullable<InstanceNoticeCode>, string>,
  /** Changes made elsewhere, as toasts. */
  toast: {
    pending: 'Your workspace is changing',
    offline: 'Your workspace is offline. We’re trying to restart it.',
    stopped: 'Your workspace has stopped.',
    version: 'Your workspace now runs n8n {{version}}.',
    limits: 'Your plan’s limits changed: you now have {{executions}} executions a month.',
    'payment-received': 'A payment was received.',
    'payment-failed': 'A payment failed.',
  },
  gateway: {
    pageTitle: '{{name}} – Weft Cloud',
    pending: {
      title: 'This workspace is starting',
      body: 'It’s usually online within a minute. This page reloads by itself.',
    },
    offline: {
      title: 'This workspace is offline',
      body: 'It isn’t responding right now. We check every few minutes; its owner can see details on the dashboard.',
    },
    stopped: {
      title: 'This workspace is stopped',
      body: 'Its owner can start it again from the dashboard.',
    },
    unreachable: {
      title: 'This workspace can’t be reached',
      body: 'Its servers aren’t responding right now. Please try again in a moment.',
    },
    late: {
      title: 'This workspace didn’t respond in time',
      body: 'It may still be working on your request. Check before you send it again.',
    },
    unreadable: {
      title: 'This response can’t be read',
      body: 'The workspace responded in a way your browser or program can’t read.',
    },
    missing: {
      title: 'No workspace at this address',
      body: 'Please check the address for typos.',
    },
    dashboard: 'Open dashboard',
    reason: {
      notRunning: 'This workspace is not running.',
      unreachable: 'This workspace is not responding.',
      over_quota: 'This workspace has used all executions of its plan.',
      not_registered: 'This workspace has just started, and its workflows are not ready yet.',
      queue: 'This workspace is still working through earlier webhooks.',
    },
    refused: {
      queue_full: 'It has as many held webhooks as its plan allows. Please send this one again later.',
      not_held: 'This webhook needs an immediate response, so it isn’t held. Please send it again later.',
      too_large: 'This webhook is too large to be held.',
      not_stored: 'This webhook couldn’t be stored. Please send it again in a moment.',
      too_slow: 'The body of this webhook didn’t arrive in time. Please send it again.',
    },
    home: 'Go to Weft Cloud',
  },
} as const;

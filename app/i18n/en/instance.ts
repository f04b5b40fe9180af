import type { InstanceNotice, InstanceStatusName, PendingCause } from '#app/domain/instance/view.ts';

/** A workspace's status in words. */
export const instance = {
  status: {
    Offline: 'Offline',
    Online: 'Online',
    Pending: 'Pending',
    Stopped: 'Stopped',
  } satisfies Record<InstanceStatusName, string>,
  online: 'Your workspace is now online.',
  cause: {
    provision: 'It is being set up.',
    restart: 'It is restarting.',
    configure: 'Your changes are being applied.',
    plan: 'It restarts to apply your new plan.',
    update: 'It is being updated.',
    resume: 'It is being started again.',
    recover: 'It stopped answering and is being brought back.',
  } satisfies Record<PendingCause, string>,
  notice: {
    cluster_unreachable:
      'Our servers cannot be reached at the moment. Nothing is lost: we keep trying, and your workspace starts as soon as they answer.',
    polling_timed_out:
      'New instance status polling timed out. We keep looking every few minutes and show it here when it is online.',
    trial_ended: 'Your trial has ended, so the workspace was stopped.',
    paused: 'The subscription is paused after failed payments, so the workspace was stopped.',
    cancelled: 'The subscription has ended, so the workspace was stopped.',
    deleting: 'The workspace is being deleted. A final backup of its workflows is made first.',
    deleted: 'The workspace was deleted.',
  } satisfies Record<NonNullable<InstanceNotice>, string>,
  live: {
    timedOut: 'New instance status polling timed out',
  },
  gateway: {
    pageTitle: '{{name}} – Weft Cloud',
    pending: {
      title: 'This workspace is starting',
      body: 'It is usually online within a minute. This page looks again by itself.',
    },
    offline: {
      title: 'This workspace is offline',
      body: 'It does not answer at the moment. We look every few minutes; its owner sees more on the dashboard.',
    },
    stopped: {
      title: 'This workspace is stopped',
      body: 'Its owner can start it again from the dashboard.',
    },
    unreachable: {
      title: 'This workspace cannot be reached',
      body: 'The servers it runs on do not answer at the moment. Please try again in a moment.',
    },
    late: {
      title: 'This workspace did not answer in time',
      body: 'It may still be working on your request. Check before you send it again.',
    },
    unreadable: {
      title: 'This answer cannot be read',
      body: 'The workspace answered in an encoding that your browser or program did not ask for.',
    },
    missing: {
      title: 'There is no workspace here',
      body: 'Please check the address for a spelling mistake.',
    },
    queueFull:
      'This workspace is not running, and it holds as many webhooks as its plan allows. Please send this one again later.',
    answersItself:
      'This workspace is not running, and this webhook’s answer cannot wait. Please send it again later.',
    tooLarge: 'This workspace is not running, and this webhook is too large to be held until it is.',
    dashboard: 'Open the dashboard',
    home: 'Go to Weft Cloud',
  },
} as const;

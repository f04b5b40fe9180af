import type { ExecutionTrigger, UncountedReason } from '#app/domain/usage/executions.ts';

/** The screen /manage/usage and the banner about the limit. */
export const usage = {
  pageTitle: 'Usage – Weft Cloud',
  month: {
    title: 'Executions in {{month}}',
    label: 'Month',
    unread: 'We haven’t received this month’s executions from your workspace yet.',
    notThere: 'Usage can’t be loaded right now. Your executions are still counted.',
    kept: 'Your workspace isn’t responding. These figures are from <time/>.',
  },
  chart: {
    label: 'Executions in {{month}} by day: {{used}} of {{limit}}.',
    used: 'Executions so far',
    range: 'Forecast',
    limit: 'Limit: {{limit}}',
    paid: 'Paid beyond your plan',
    cap: 'Limit with your cap: {{cap}}',
  },
  atLimit: {
    title: 'At the limit',
    holds:
      'When your plan’s {{limit}} executions are used up, executions wait. Webhooks are held and replayed later. Nothing is charged beyond your plan.',
    runsOn:
      'When your plan’s executions are used up, your workspace keeps running: up to {{max}} more a month, for {{price}} per 1,000 {{tax}}.',
    offer:
      'Your workspace can keep running beyond the plan’s {{limit}} executions, for {{price}} per 1,000 or part of it, {{tax}}.',
    bound:
      'With a cap of {{max}} executions, you pay at most {{most}} a month {{tax}}. At the cap, executions wait. We charge your payment method when the month ends (UTC), and you can change this at any time.',
    cap: 'Cap',
    capHint: 'From 1 to {{max}}.',
    capUnit: 'thousand executions a month',
    runOn: 'Keep running up to the cap',
    saveCap: 'Save cap',
    hold: 'Hold executions at the limit',
    paid_one: 'One additional execution ran this month. So far, it costs {{cost}} {{tax}}.',
    paid_other: '{{executions}} additional executions ran this month. So far, they cost {{cost}} {{tax}}.',
    expects_one: 'By the end of the month we expect one additional execution for {{cost}}, at most {{most}}.',
    expects_other:
      'By the end of the month we expect {{executions}} additional executions for {{cost}}, at most {{most}}.',
    expectsCap:
      'By the end of the month we expect you to reach the cap: {{executions}} additional executions for {{cost}}.',
    expectsNone: 'We expect no additional executions this month.',
    blocked: {
      trial: 'To keep running at the limit, choose a plan first.',
      agreement: 'Additional executions aren’t available on your plan. To raise the limit, contact support.',
      not_sold:
        'Additional executions aren’t available on your plan. A larger plan raises the limit immediately.',
      past_due: 'To keep running at the limit, settle the overdue payment first.',
      ending: 'To keep running at the limit, keep your subscription first.',
    },
    notNow: {
      agreement:
        'You chose to keep running, but additional executions aren’t available on your plan. Executions wait.',
      trial:
        'You chose to keep running, but additional executions aren’t available during the trial. Executions wait.',
      not_sold:
        'You chose to keep running, but additional executions aren’t available on your current plan. Executions wait.',
      past_due: 'You chose to keep running, but a payment is overdue. Executions wait until it is paid.',
      ending: 'You chose to keep running, but your subscription is ending. Executions wait.',
    },
  },
  forecast: {
    range:
      'By the end of the month we expect {{expected}} executions, most likely between {{low}} and {{high}}.',
    basis_one: 'The forecast is based on the last full day.',
    basis_other: 'The forecast is based on the last {{count}} full days.',
    above: 'That is more than your plan includes.',
    aboveCap: 'After {{cap}} executions, your plan’s limit with your cap, new ones wait.',
    couldBeAbove: 'That may be more than your plan includes.',
    tooEarly: 'A forecast needs three full days with executions.',
    upgrade: 'Change plan',
  },
  workflows: {
    title: 'By workflow',
    workflow: 'Workflow',
    executions: 'Executions',
    share: 'Share',
    change: 'Change',
    notCounted: '{{count}} not counted',
    percent: '{{percent}}%',
    other: 'Other workflows',
    empty: 'No executions this month. Once your workflows run, you’ll see how many executions each one used.',
    comparedWith: {
      month: 'Compared with the same whole days of {{month}}.',
      week: 'The last seven whole days compared with the seven before.',
    },
    mover: '“{{name}}” changed the most: {{change}}.',
    more_one: 'Show {{count}} more workflow',
    more_other: 'Show {{count}} more workflows',
  },
  executions: {
    title: 'Executions',
    lead: 'Production executions count, whether they succeed or fail. Your workspace keeps those of this month and last month.',
    day: 'Day',
    anyDay: 'All',
    workflow: 'Workflow',
    anyWorkflow: 'All',
    counted: 'Counted',
    countedOptions: { any: 'All', yes: 'Counted', no: 'Not counted' },
    empty: 'No executions match.',
    none: 'No executions this month. Each one appears here with what started it and whether it counts.',
    newestOnly:
      'Your workspace isn’t responding, so this list shows only the newest executions it last reported.',
    unnamed: 'Unnamed workflow',
    id: 'ID {{id}}',
    copyId: 'Copy ID {{id}}',
    isCounted: 'Counted',
    isNotCounted: 'Not counted',
    startedBy: {
      webhook: 'Started by a webhook',
      form: 'Started by a form',
      mcp: 'Started by an AI client (MCP)',
      schedule: 'Started by a schedule',
      event: 'Started by an event in an app',
      trigger: 'Started by a trigger',
      retry: 'Retry of a failed execution',
      evaluation: 'Part of an evaluation',
      cli: 'Started from the command line',
      manual: 'Started in the editor',
      chat: 'Started from a chat',
      sub_workflow: 'Started by another workflow',
      error_workflow: 'Started by another workflow’s error',
      agent: 'Started by an agent',
      other: 'Started in another way',
    } satisfies Record<ExecutionTrigger, string>,
    why: {
      manual: 'Executions in the editor don’t count',
      chat: 'Chats in the editor don’t count',
      sub_workflow: 'Only the workflow that started it counts',
      error_workflow: 'Error workflows don’t count',
      agent: 'Executions by agents don’t count',
      instance_ai: 'Executions by n8n’s assistant don’t count',
      cancelled: 'It was cancelled',
      limit: 'It wasn’t started: the month’s limit was reached',
      not_started: 'It failed before it started',
      not_production: 'It isn’t a production execution',
    } satisfies Record<UncountedReason, string>,
  },
  banner: {
    title: 'Your workspace has used {{percent}}% of this month’s executions',
    body: '{{used}} of {{limit}} executions are used.',
    runsOn: 'Additional executions keep running and are charged at the end of the month.',
    reached:
      'The limit is reached. A larger plan applies immediately; otherwise the count resets next month.',
    action: 'See usage by workflow',
    close: 'Dismiss',
  },
} as const;

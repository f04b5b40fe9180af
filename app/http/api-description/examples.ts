// One person, one account and one workspace, for every example of the reference.

export const userExample = {
  id: 'usr_9fQ2mXcV7bLw4KzT',
  username: 'ada',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  confirmed: true,
  role: 'owner',
};

/** None that was ever given out. */
export const tokenExample = 'V3rY-s3cr3t-0000000000000000000000000000000';

export const instanceExample = {
  workspaceId: 'wks_7HkP3nRz5vQwXy2B',
  accountId: 'acc_4TgM8sLd6cJf1NpA',
  name: 'ada',
  status: 1,
  cause: null,
  notice: null,
  since: 1_795_000_000_000,
  version: { name: '2.40.7' },
  timezone: 'Europe/Berlin',
  saveExecutions: { manual: true, failed: true, successful: false },
  ownerEmail: 'ada@example.com',
  trialEndsAt: 1_796_209_600_000,
  trialDaysLeft: 14,
  deletionAt: 1_796_468_800_000,
  finalBackupUntil: null,
  forcedUpdate: null,
  limits: { executions: 1000, activeWorkflows: 5 },
  usage: { timeframe: '2026-11', executions: 42, activeWorkflows: 3 },
  revision: 7,
  usedLimits: { timeframe: '2026-11', executions: 42, activeWorkflows: 3 },
  deletionDate: '2026-12-05T02:13:20.000Z',
  url: 'https://ada.weft.example/',
};

export const accountExample = {
  id: 'acc_4TgM8sLd6cJf1NpA',
  name: 'ada',
  isSetup: true,
  taxInclusive: false,
  billing: { status: 'active', planId: 'pro-1' },
  planSpec: { planId: 'pro-1', displayName: 'Pro', group: 'opt-in' },
  instance: instanceExample,
};

export const upcomingExample = { amount: 6000, currency: 'USD', date: '2026-12-21T00:00:00.000Z' };

export const planExample = {
  id: 'pri_01j8w3v1xq5mstarter0monthly',
  name: 'Starter',
  billing_type: 'month',
  billing_period: 1,
  spec: { planId: 'starter', period: 'monthly', customQuota: null },
  recurring_price: { USD: 2400 },
};

export const surveyExample = {
  workArea: 'other',
  otherWorkArea: 'Research',
  codingSkills: 4,
  companyIndustry: 'saas',
  otherCompanyIndustry: null,
  companySize: '20-99',
  timezone: 'Europe/Berlin',
};

import { renderTable } from './markdown.ts';

const DAYS = 30;
const MILLION = 1_000_000;

/**
 * List prices in US dollars, and the amounts that the paid plan includes each month, from
 * https://developers.cloudflare.com/durable-objects/platform/pricing/ and
 * https://developers.cloudflare.com/workers/platform/pricing/.
 */
const PRICES = {
  plan: 5,
  workerRequests: { perMillion: 0.3, included: 10 * MILLION },
  workerCpuMs: { perMillion: 0.02, included: 30 * MILLION },
  objectRequests: { perMillion: 0.15, included: MILLION },
  objectGbSeconds: { perMillion: 12.5, included: 400_000 },
  rowsWritten: { perMillion: 1, included: 50 * MILLION },
  storageGb: { each: 0.2, included: 5 },
};

/** The daily use of one workspace and its people. Assumptions, except where a test or a bench counts it. */
const DAY = {
  /** The maximum, from tests/workers/cost.test.ts. */
  alarms: 30,
  /** Active time of an object per alarm, s: it waits for the cluster meanwhile. */
  alarmSeconds: 0.2,
  pages: 20,
  pageCpuMs: 5,
  /** Requests to the workspace's own host: webhooks, and the editor's calls. */
  gatewayRequests: 1_000,
  gatewayCpuMs: 0.5,
  /** How long an editor is open per day; it requests the limits every five seconds. */
  editorHours: 1,
  limitsPerEditorHour: 720,
  limitsCpuMs: 1,
};

/** One line of the bill. */
export interface CostTerm {
  name: string;
  formula: string;
  /** US dollars a month. */
  cost: number;
}

/** Figures that the bench counts. */
export interface Counted {
  /** Stored per workspace, KiB. */
  storageKib: number;
  /** Rows written per alarm, and by a workspace's start. */
  rowsAlarm: number;
  rowsOnline: number;
}

/** @returns the monthly bill for a number of workspaces, the largest term first. */
export function monthlyCost(workspaces: number, { storageKib, rowsAlarm, rowsOnline }: Counted): CostTerm[] {
  const { alarms, alarmSeconds, pages, pageCpuMs, gatewayRequests, gatewayCpuMs } = DAY;
  const limits = DAY.editorHours * DAY.limitsPerEditorHour;
  const monthly = (perDay: number) => perDay * DAYS * workspaces;
  const beyond = (units: number, { perMillion, included }: { perMillion: number; included: number }) =>
    (Math.max(0, units - included) / MILLION) * perMillion;
  const gb = (storageKib * workspaces) / 2 ** 20;
  const terms: CostTerm[] = [
    {
      name: 'Worker requests',
      formula: '(pages + gateway + limits) x 30 x W x $0.30/M',
      cost: beyond(monthly(pages + gatewayRequests + limits), PRICES.workerRequests),
    },
    {
      name: 'Worker CPU',
      formula: '(pages x 5 + gateway x 0.5 + limits x 1 ms) x 30 x W x $0.02/M ms',
      cost: beyond(
        monthly(pages * pageCpuMs + gatewayRequests * gatewayCpuMs + limits * DAY.limitsCpuMs),
        PRICES.workerCpuMs,
      ),
    },
    {
      name: 'object requests',
      formula: '(alarms + pages + limits) x 30 x W x $0.15/M',
      cost: beyond(monthly(alarms + pages + limits), PRICES.objectRequests),
    },
    {
      name: 'object duration',
      formula: 'alarms x 0.2 s x 0.125 GB x 30 x W x $12.50/M GB-s',
      cost: beyond(monthly(alarms * alarmSeconds * 0.125), PRICES.objectGbSeconds),
    },
    {
      name: 'rows written',
      formula: `(alarms x ${rowsAlarm.toFixed(1)} x 30 + ${rowsOnline.toFixed(0)} for a start) x W x $1/M`,
      cost: beyond(monthly(alarms * rowsAlarm) + rowsOnline * workspaces, PRICES.rowsWritten),
    },
    {
      name: 'object storage',
      formula: `${storageKib.toFixed(0)} KiB x W x $0.20/GB`,
      cost: Math.max(0, gb - PRICES.storageGb.included) * PRICES.storageGb.each,
    },
  ];
  return terms.toSorted((a, b) => b.cost - a.cost);
}

/** @returns the cost of 1,000, 10,000 and 100,000 workspaces as Markdown, with the largest term named. */
export function costNotes(counted: Counted): string {
  const sizes = [1_000, 10_000, 100_000];
  const bills = sizes.map(
    (size) => new Map(monthlyCost(size, counted).map((term) => [term.name, term.cost])),
  );
  const terms = monthlyCost(10_000, counted);
  const shown = (cost: number | undefined) => `$${(cost ?? 0).toFixed(2)}`;
  const rows = terms.map(({ name, formula }) => [
    name,
    formula,
    ...bills.map((bill) => shown(bill.get(name))),
  ]);
  const sums = bills.map((bill) =>
    shown(PRICES.plan + [...bill.values()].reduce((sum, cost) => sum + cost, 0)),
  );
  return [
    '### Monthly cost at list prices',
    [
      `W workspaces; each has per day at most ${DAY.alarms} alarms (a test counts them) and, assumed, ${DAY.pages} page views, ${DAY.gatewayRequests.toLocaleString('en')} requests`,
      `through the gateway, and an editor open for ${DAY.editorHours} h, which asks for the limits every 5 s. Prices are Cloudflare’s`,
      '(<https://developers.cloudflare.com/durable-objects/platform/pricing/>, <https://developers.cloudflare.com/workers/platform/pricing/>), beyond what the $5 plan',
      'includes. Not counted: Turso (one round trip a page; its plans have flat prices), R2, the workspaces’ own cluster.',
    ].join('\n'),
    renderTable(
      ['term', 'formula', ...sizes.map((size) => size.toLocaleString('en'))],
      [...rows, ['total, with the plan', '', ...sums]],
    ),
    `The largest term is ${terms[0]?.name}: ${terms[0]?.formula}.`,
  ].join('\n\n');
}

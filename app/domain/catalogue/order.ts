/** A node of the catalogue, as the app picker needs it. */
export interface CatalogueNode {
  /** Such as `n8n-nodes-base.slack`. */
  name: string;
  displayName: string;
  /** Lower is more popular. */
  popularity: number;
  categories: readonly string[];
}

const CORE_CATEGORY = 'Core Nodes';
/** Number of apps before the core nodes (spec §9). */
const APPS_BEFORE_CORE = 12;
/** The displayed core nodes, in their order (spec §9). */
const shownCoreNodes = ['httpRequest', 'webhook', 'code', 'scheduleTrigger'] as const;

/** Parts of a flow rather than apps, and nodes for rare uses (spec §9, "some nodes are excluded"). */
const excludedNodes = new Set([
  'set',
  'if',
  'switch',
  'merge',
  'splitInBatches',
  'noOp',
  'start',
  'stickyNote',
  'executeWorkflow',
  'executeWorkflowTrigger',
  'respondToWebhook',
  'manualTrigger',
  'errorTrigger',
  'function',
  'functionItem',
  'e2eTest',
]);
const excludedWords = /langchain|training|debug/i;

/**
 * Puts the catalogue in the order of the app picker (spec §9): twelve apps, the core nodes, then the rest, each part
 * by popularity and name. `emailSend` counts as an app. A trigger is left out when its app's node is listed.
 */
export function orderForPicking<Node extends CatalogueNode>(nodes: readonly Node[]): Node[] {
  const sorted = nodes.filter((node) => !isExcluded(node)).sort(byPopularity);
  const names = new Set(sorted.map((node) => node.name));
  const apps = sorted.filter((node) => !isCore(node) && !isTriggerOfListed(node, names));
  const core = shownCoreNodes.flatMap((shortName) =>
    sorted.filter((node) => shortNameOf(node) === shortName),
  );
  const shown = new Set<string>(shownCoreNodes);
  const otherCore = sorted.filter((node) => isCore(node) && !shown.has(shortNameOf(node)));
  const rest = [...apps.slice(APPS_BEFORE_CORE), ...otherCore].sort(byPopularity);
  return [...apps.slice(0, APPS_BEFORE_CORE), ...core, ...rest];
}

function byPopularity(a: CatalogueNode, b: CatalogueNode): number {
  return a.popularity - b.popularity || a.displayName.localeCompare(b.displayName, 'en');
}

function shortNameOf(node: CatalogueNode): string {
  return node.name.slice(node.name.lastIndexOf('.') + 1);
}

function isCore(node: CatalogueNode): boolean {
  return shortNameOf(node) !== 'emailSend' && node.categories.includes(CORE_CATEGORY);
}

function isExcluded(node: CatalogueNode): boolean {
  return excludedNodes.has(shortNameOf(node)) || excludedWords.test(node.name);
}

/** `slackTrigger` beside `slack` would list one app twice; a trigger without its node counts as an app. */
function isTriggerOfListed(node: CatalogueNode, names: ReadonlySet<string>): boolean {
  return node.name.endsWith('Trigger') && names.has(node.name.slice(0, -'Trigger'.length));
}

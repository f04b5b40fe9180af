import { z } from 'zod';
import { type CatalogueNode, orderForPicking } from '#app/domain/catalogue/order.ts';
import type { CatalogueApp, IconData } from '#app/domain/catalogue/selectable-apps.ts';
import { pick } from '#app/domain/pick.ts';
import type { Outbound } from '../outbound/client.ts';

const CATALOGUE_TIMEOUT_MS = 3_000;

const query = `query {
  nodes(pagination: { limit: 9999 }, sort: ["popularity", "displayName"]) {
    data { id attributes { name displayName popularity iconData nodeCategories { data { attributes { name } } } } }
  }
}`;

const categoriesSchema = z
  .union([
    z.array(z.string()),
    z.array(z.object({ name: z.string() })).transform((all) => all.map(({ name }) => name)),
    z
      .object({ data: z.array(z.object({ attributes: z.object({ name: z.string() }) })) })
      .transform(({ data }) => data.map(({ attributes }) => attributes.name)),
  ])
  .catch([]);

const iconDataSchema: z.ZodType<IconData | null> = z
  .union([
    z.object({ type: z.literal('file'), fileBuffer: z.string() }),
    z.object({ type: z.literal('icon'), icon: z.string() }),
  ])
  .nullable()
  .catch(null);

const answerSchema = z.object({
  data: z.object({
    nodes: z.object({
      data: z.array(
        z.object({
          id: z.union([z.string(), z.number().transform(String)]),
          attributes: z.object({
            name: z.string(),
            displayName: z.string(),
            popularity: z.number().nullish(),
            iconData: iconDataSchema,
            nodeCategories: categoriesSchema,
          }),
        }),
      ),
    }),
  }),
});

/** n8n's public GraphQL catalogue of nodes (spec §7, last row); answers from a short list of our own while it is down. */
export function n8nCatalogue(settings: {
  url: string;
  outbound: Outbound;
  reportError(error: unknown): void;
}) {
  return {
    /** @returns the apps in the order of spec §9; `isComplete` is false when only the built-in ones are available. */
    async apps(): Promise<{ apps: CatalogueApp[]; isComplete: boolean }> {
      try {
        const { outbound, url } = settings;
        const { value: nodes } = await outbound.requestCached(url, readNodes, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ query }),
          timeoutMs: CATALOGUE_TIMEOUT_MS,
          retry: 'safe',
        });
        return { apps: toApps(nodes), isComplete: true };
      } catch (error) {
        settings.reportError(error);
        return { apps: toApps(fallbackNodes), isComplete: false };
      }
    },
  };
}

export type Catalogue = ReturnType<typeof n8nCatalogue>;

type Entry = CatalogueNode & CatalogueApp;

function readNodes(answer: unknown): Entry[] {
  return answerSchema.parse(answer).data.nodes.data.map(({ id, attributes }) => ({
    id,
    name: attributes.name,
    displayName: attributes.displayName,
    popularity: attributes.popularity ?? Number.MAX_SAFE_INTEGER,
    iconData: attributes.iconData,
    categories: attributes.nodeCategories,
  }));
}

function toApps(nodes: readonly Entry[]): CatalogueApp[] {
  return orderForPicking(nodes).map((node) => pick(node, 'id', 'name', 'displayName', 'iconData'));
}

const FALLBACK_APPS = `googleSheets:Google Sheets|slack:Slack|gmail:Gmail|telegram:Telegram|notion:Notion|airtable:Airtable
googleDrive:Google Drive|hubspot:HubSpot|discord:Discord|github:GitHub|microsoftTeams:Microsoft Teams
salesforce:Salesforce|jira:Jira Software|stripe:Stripe|shopify:Shopify|trello:Trello|asana:Asana|postgres:Postgres
mySql:MySQL|whatsApp:WhatsApp Business Cloud|microsoftOutlook:Microsoft Outlook|mailchimp:Mailchimp|zendesk:Zendesk
pipedrive:Pipedrive|wordpress:WordPress|clickUp:ClickUp|mondayCom:monday.com|supabase:Supabase|emailSend:Send Email`;
const FALLBACK_CORE_NODES =
  'httpRequest:HTTP Request|webhook:Webhook|code:Code|scheduleTrigger:Schedule Trigger';

/** The most chosen apps, for when the catalogue is unavailable: the setup must not wait for it. */
const fallbackNodes = [
  ...parseNodes(FALLBACK_APPS, []),
  ...parseNodes(FALLBACK_CORE_NODES, ['Core Nodes']),
].map((node, popularity) => ({
  ...node,
  id: node.name,
  iconData: null,
  popularity,
}));

function parseNodes(list: string, categories: string[]) {
  return list.split(/[|\n]/).map((entry) => {
    const [shortName = '', displayName = ''] = entry.split(':');
    return { name: `n8n-nodes-base.${shortName}`, displayName, categories };
  });
}

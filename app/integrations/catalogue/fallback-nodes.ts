const apps = `googleSheets:Google Sheets|slack:Slack|gmail:Gmail|telegram:Telegram|notion:Notion|airtable:Airtable
googleDrive:Google Drive|hubspot:HubSpot|discord:Discord|github:GitHub|microsoftTeams:Microsoft Teams
salesforce:Salesforce|jira:Jira Software|stripe:Stripe|shopify:Shopify|trello:Trello|asana:Asana|postgres:Postgres
mySql:MySQL|whatsApp:WhatsApp Business Cloud|microsoftOutlook:Microsoft Outlook|mailchimp:Mailchimp|zendesk:Zendesk
pipedrive:Pipedrive|wordpress:WordPress|clickUp:ClickUp|mondayCom:monday.com|supabase:Supabase|emailSend:Send Email`;
const coreNodes = 'httpRequest:HTTP Request|webhook:Webhook|code:Code|scheduleTrigger:Schedule Trigger';

/** The most chosen apps, for when the catalogue is unavailable: the setup must not wait for it. */
export const fallbackNodes = [...read(apps, []), ...read(coreNodes, ['Core Nodes'])].map(
  (node, popularity) => ({ ...node, id: node.name, iconData: null, popularity }),
);

function read(list: string, categories: string[]) {
  return list.split(/[|\n]/).map((entry) => {
    const [shortName = '', displayName = ''] = entry.split(':');
    return { name: `n8n-nodes-base.${shortName}`, displayName, categories };
  });
}

// Written by scripts/copy-app-icons.ts.

/** The icons in public/app-icons. */
export const iconNames = `airtable asana baserow bitbucket bitly bitwarden box brandfetch brevo caldotcom calendly circleci
clickup clockify cloudflare cockpit coda contentful cratedb deepl dhl discord discourse disqus
dropbox elasticsearch erpnext facebook formstack ghost git github gitlab gmail googleads
googleanalytics googlebigquery googlecalendar googlechat googlecloud googledocs googledrive
googlesheets googleslides googletasks googletranslate grafana graphql gumroad helpscout
homeassistant hubspot intercom invoiceninja jenkins jira line linear mailchimp mailgun markdown
matrix mattermost mautic medium metabase mistralai mongodb mqtt mysql n8n nasa netlify nextcloud
notion npm odoo okta paddle pagerduty paypal perplexity philipshue postgresql posthog pushbullet
rabbitmq reddit redis rundeck securityscorecard shopify snowflake splunk spotify storyblok strapi
strava stripe supabase surveymonkey telegram todoist toggl trello typeform vonage webflow whatsapp
wise woocommerce wordpress xero xml youtube zendesk zoom zulip`;

/** Icons that are not named as their app, by the app's short name. */
export const otherIconNames: Readonly<Record<string, string>> = {
  cal: 'caldotcom',
  facebookGraphApi: 'facebook',
  googleCloudStorage: 'googlecloud',
  postgres: 'postgresql',
  sendInBlue: 'brevo',
};

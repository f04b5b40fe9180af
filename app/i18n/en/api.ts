/** The page of the API's reference, /api/docs, beside what describes each call. */
export const api = {
  pageTitle: 'API reference – Weft Cloud',
  title: 'Weft Cloud API',
  lead: 'Automate the portal from your own scripts and tools.',
  description: `Responses are JSON unless stated otherwise. Amounts of money are in minor units, such as cents; dates are ISO 8601 in UTC. A request body has only the fields described here: an unknown field is refused by its name.

Every GET also answers HEAD, except the one that signs out. An unsupported method gets a 405 with \`Allow\`. Errors have the shape of \`Error\`: a sentence for people, a stable code, and for a request body the fields that are wrong. A 429 says in \`Retry-After\` how many seconds to wait.`,
  security: {
    bearer: 'A personal API token with the scope that the call names, or the token of a sign-in.',
  },
  reference: {
    contents: 'Contents',
    openApi: 'Download as an OpenAPI 3.1 document',
    parameters: 'In the address',
    body: 'Body',
    optionalBody: 'Body, which may be left out',
    example: 'Example',
    exampleOf: 'Example of {{call}}',
    answer: 'Answer {{status}}',
    answerOf: '{{call}}, answer {{status}}',
    fields: 'Its fields',
    refusals: 'Refusals',
    noContent: 'No content.',
    file: 'A file of type {{type}}.',
    required: 'required',
    optional: 'optional',
  },
} as const;

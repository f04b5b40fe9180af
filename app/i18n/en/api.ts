/** The page of the API's reference, /api/docs, beside what describes each call. */
export const api = {
  pageTitle: 'API reference – Weft Cloud',
  title: 'Weft Cloud API',
  lead: 'Automate the portal from your own scripts and tools.',
  description: `Responses are JSON unless stated otherwise. Amounts of money are in minor units, such as cents; dates are ISO 8601 in UTC. A request body can contain only the fields described here: the error names any other.

Every GET also supports HEAD, except the one that signs out. An unsupported method gets a 405 with \`Allow\`. Errors have the shape of \`Error\`: a sentence for people, a stable code, and for a request body the fields that are wrong. A 429 says in \`Retry-After\` how many seconds to wait.`,
  security: {
    bearer:
      'Authenticate with a personal API token that has the scope the call names, or with the token of a sign-in.',
  },
  reference: {
    contents: 'Contents',
    openApi: 'Download as an OpenAPI 3.1 document',
    parameters: 'Parameters',
    body: 'Body',
    optionalBody: 'Body (optional)',
    example: 'Example',
    exampleOf: 'Example of {{call}}',
    answer: 'Response {{status}}',
    answerOf: '{{call}}, response {{status}}',
    fields: 'Fields',
    refusals: 'Errors',
    noContent: 'No content.',
    file: 'A file of type {{type}}.',
    required: 'required',
  },
} as const;

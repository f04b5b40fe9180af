/** A workflow with a webhook at its id, and one more node. */
export function workflowWith(id: string, type: string, active = true) {
  const node = (name: string, of: string, parameters: object) => ({
    id: `${id}-${name}`,
    name,
    type: of,
    typeVersion: 1,
    position: [0, 0],
    parameters,
  });
  const version = {
    versionId: `${id}-1`,
    nodes: [node('Webhook', 'n8n-nodes-base.webhook', { path: id }), node('Old step', type, {})],
    connections: {},
  };
  const createdAt = '2026-01-02T03:04:05.678Z';
  return {
    id,
    name: `Workflow ${id}`,
    active,
    isArchived: false,
    createdAt,
    updatedAt: createdAt,
    ...version,
    published: active ? version : null,
  };
}

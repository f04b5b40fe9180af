/** The n8n release a new workspace starts with: the newest one that our own suite ran against. */
export const NEW_INSTANCE_VERSION = '1.115.3';

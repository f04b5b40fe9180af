import { parseSandboxConfig } from './config.ts';
import { type Sandbox, startSandbox } from './start.ts';

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE')
    return `${error.message}. Is another sandbox running? Stop it or set SANDBOX_PORT.`;
  return error.message;
}

async function start(): Promise<Sandbox> {
  try {
    return await startSandbox(parseSandboxConfig(process.env));
  } catch (error) {
    return fail(explain(error));
  }
}

const sandbox = await start();
console.info(`Sandbox ready on http://127.0.0.1:${sandbox.port}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    sandbox.close().then(
      () => process.exit(0),
      (error: unknown) => fail(explain(error)),
    );
  });
}

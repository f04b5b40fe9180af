import type { ClientInfo } from '#app/domain/access/client-info.ts';
import { permissionsOf } from '#app/domain/access/roles.ts';
import type { Viewer, ViewerState } from '#app/domain/access/viewer.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import type { Services } from '#app/use-cases/services.ts';
import type { WorkspaceRpc } from '#app/use-cases/workspace/rpc.ts';
import { besideViewer } from '#db/read.ts';

/** A test's services: only the members that the tested code calls. */
type TestServices = {
  [Name in Exclude<keyof Services, 'workspaceObject'>]?: Services[Name] extends (...args: never[]) => unknown
    ? Services[Name]
    : Partial<Services[Name]>;
} & { workspaceObject?: (workspaceId: string) => Partial<WorkspaceRpc> };

const testClient: ClientInfo = {
  address: '192.0.2.1',
  network: '192.0.2.1',
  place: null,
  userAgent: 'test',
  region: null,
  deviceToken: 'device',
  newDeviceToken: 'new',
};

/** @returns a complete owner without a subscription, with the given members replaced. */
export function testViewer(changes: Partial<Viewer> = {}): Viewer {
  return {
    session: { id: 'ses_1', tokenHash: 'hash', createdAt: 1, lastSeenAt: 1, provedAt: 1 },
    user: {
      id: 'usr_1',
      username: 'ada',
      name: 'Ada',
      email: 'ada@example.com',
      confirmationSentAt: 1,
      factors: { app: false, passkey: false },
    },
    role: 'owner',
    permissions: permissionsOf('owner'),
    account: {
      id: 'acc_1',
      name: 'ada',
      timezone: 'Etc/UTC',
      taxInclusive: false,
      requiresSecondFactor: false,
    },
    progress: {
      confirmedAt: 1,
      surveyAnsweredAt: 1,
      appsSelectedAt: 1,
      teammatesInvitedAt: 1,
      launchedAt: 1,
    },
    plan: {
      id: 'trial-1',
      displayName: 'Trial',
      group: 'trial',
      version: 3,
      slug: 'trial-1',
      credentialsLimit: -1,
      supportTier: 'forum',
    },
    planRow: null,
    overage: { maxThousands: null, prices: null, isSold: false },
    subscription: null,
    workspace: { id: 'wks_1', name: 'ada' },
    accounts: [{ id: 'acc_1', name: 'ada' }],
    flagOverrides: {},
    ...changes,
  };
}

/**
 * Builds a complete request context for code that runs without a Worker.
 *
 * @param given replaces members; without `viewer`, the request is anonymous. A service that the test omits throws its name
 *   when used.
 * @returns the context, with the errors reported to it.
 */
export function testContext({
  services = {},
  viewer = async () => ({ kind: 'anonymous' }),
  ...given
}: Partial<Omit<RequestContext, 'services'>> & { services?: TestServices } = {}): RequestContext & {
  reported: unknown[];
} {
  const reported: unknown[] = [];
  const read = (): Promise<ViewerState> => viewer();
  return {
    services: onlyGiven(services),
    viewer: read,
    readBesideViewer: (readOf) => besideViewer(readOf).answerFor,
    callBesideViewer: (call) => (viewer) =>
      call(onlyGiven(services).workspaceObject(viewer.workspace.id), viewer.account.id),
    reloadViewer: read,
    client: testClient,
    portal: { url: 'https://weft.example', host: 'weft.example', isSecure: true },
    paddle: { clientToken: 'test_token', scriptUrl: 'https://paddle.example/paddle.js' },
    areOperationsDisabled: false,
    humanCheck: { kind: 'turnstile', siteKey: 'site-key' },
    passkeySignIn: async () => ({ challenge: 'challenge', options: '{}' }),
    configuredFlags: {},
    analytics: { url: null, tagManagerUrl: null },
    sandboxUrl: undefined,
    nonce: 'nonce',
    isPost: false,
    isReload: false,
    readAsset: async (path) => {
      throw new Error(`The test gives no file ${path}.`);
    },
    startedAt: 0,
    reference: 'req_1',
    reportError: (error) => reported.push(error),
    ...given,
    reported,
  };
}

function onlyGiven(services: TestServices): Services {
  return new Proxy(services, {
    get(given, name) {
      if (!Reflect.has(given, name)) throw new Error(`The test gives no service ${String(name)}.`);
      return Reflect.get(given, name);
    },
  }) as Services;
}

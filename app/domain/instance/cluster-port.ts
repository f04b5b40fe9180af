import type { InstanceFacts } from './state.ts';

/** What a workspace's object asks of the cluster; a failure to answer throws. */
export interface Cluster {
  /** Tells the cluster what is wanted, whole; harmless to repeat. Returns once every part was taken. */
  apply(instance: {
    facts: InstanceFacts;
    replicas: 0 | 1;
    signInKey: string;
    encryptionKey: string;
  }): Promise<void>;
  readiness(name: string): Promise<'ready' | 'not-ready' | 'missing'>;
}

import { Link } from '@remix-run/react';
import { type ReactNode, useId } from 'react';
import { PostForm } from '#app/components/form/post-form.tsx';
import { InstanceBadge, InstanceNotice } from '#app/components/instance/instance-status.tsx';
import type { LiveState } from '#app/components/instance/live-connection.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { Fact } from '#app/components/ui/fact.tsx';
import { LocalTime } from '#app/components/ui/time.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { InstanceStatus, instanceStatusName } from '#app/domain/instance/view.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

interface WorkspaceCardProps extends Pick<LiveState, 'instance' | 'connection'> {
  url: string;
  /** UTC ms; null while there is no backup. */
  lastBackupAt: number | null;
  /** Shown instead of the facts until they arrive. */
  state: ReactNode;
  /** Whether the status could not be loaded. */
  hasFailed: boolean;
}

/** The workspace: its status, address, version, and the button that opens it. */
export function WorkspaceCard(props: WorkspaceCardProps) {
  const { instance, connection, url, lastBackupAt, state, hasFailed } = props;
  const isDeleted = instance?.notice === 'deleted';
  return (
    <Card
      title={t('dashboard.workspace')}
      // Without an instance, only a complete answer says that it is about to start.
      aside={(instance || !state) && !hasFailed && <InstanceBadge instance={instance} />}
    >
      <ClothEdge />
      {/* The subscription's state above explains why a workspace does not run. */}
      {instance?.status !== InstanceStatus.Stopped && (
        <InstanceNotice instance={instance} connection={connection} />
      )}
      <div className="workspace__way-in">
        <dl className="workspace__address">
          <dt>{t('dashboard.address')}</dt>
          <dd>
            <bdi>{new URL(url).host}</bdi>
            <CopyButton text={url} label={t('ui.copy.address')} />
          </dd>
        </dl>
        {/* A native navigation into a new tab, since the answer redirects to another host. */}
        {!isDeleted && (
          <PostForm action={paths.dashboard} reloadDocument target="_blank">
            <Button
              type="submit"
              variant="primary"
              size="lg"
              trailingIcon="external"
              disabled={instance?.status !== InstanceStatus.Online}
            >
              {t('dashboard.open')}
              <VisuallyHidden> {t('ui.opensInNewTab')}</VisuallyHidden>
            </Button>
          </PostForm>
        )}
      </div>
      <div className="workspace__known">
        {state}
        {instance && !state && (
          <dl className="workspace__facts">
            {!isDeleted && (
              <>
                <Fact label={t('dashboard.version')}>{instance.version.name}</Fact>
                <Fact label={t('dashboard.timezone')}>{instance.timezone.replaceAll('_', ' ')}</Fact>
                <Fact
                  label={t('dashboard.since', {
                    status: t(`instance.status.${instanceStatusName(instance.status)}`),
                  })}
                >
                  <LocalTime at={instance.since} format="dateTime" />
                </Fact>
              </>
            )}
            <Fact label={t('backup.dashboard.last')}>
              <Link to={paths.backups}>
                {lastBackupAt === null ? (
                  t('backup.dashboard.none')
                ) : (
                  <LocalTime at={lastBackupAt} format="dateTime" />
                )}
              </Link>
            </Fact>
          </dl>
        )}
      </div>
    </Card>
  );
}

/** Two crossings in each direction: the weft passes over every second warp thread, and under the others. */
const TILE = 24;

/** The cloth of the launch screen, finished: the lower edge of the workspace's card. Decoration. */
function ClothEdge() {
  const id = useId();
  return (
    <svg className="cloth-edge" fill="none" aria-hidden="true">
      <pattern id={id} width={TILE} height={TILE} patternUnits="userSpaceOnUse">
        <path className="cloth__warp" d="M6 0V24M18 0V24" />
        <path className="cloth__weft" d="M0 6H24M0 18H24" />
        <path className="cloth__over" d="M6 1.5v9M18 13.5v9" />
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}

import { t } from '#app/i18n/t.ts';
import { LooseThread } from '../brand/loose-thread.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { BlankLayout } from './blank-layout.tsx';
import { HomeLink } from './parts.tsx';

export interface ErrorPageProps {
  title: string;
  detail?: string | undefined;
  /** The reference with which support finds the failure in the log. */
  reference?: string | undefined;
  homeLabel: string;
  /** The page's own address, where trying again can help. */
  retryPath?: string | undefined;
}

/** A whole page about an error with a link home, for the root's error boundary. */
export function ErrorPage({ title, detail, reference, homeLabel, retryPath }: ErrorPageProps) {
  return (
    <BlankLayout>
      <div className="error-page">
        <HomeLink />
        <LooseThread />
        <h1 className="error-page__title">{title}</h1>
        {detail && <p className="error-page__detail">{detail}</p>}
        <div className="cluster">
          {retryPath && (
            <ButtonLink to={retryPath} variant="primary" size="lg" reloadDocument>
              {t('layout.tryAgain')}
            </ButtonLink>
          )}
          <ButtonLink to="/" variant={retryPath ? 'secondary' : 'primary'} size="lg" reloadDocument>
            {homeLabel}
          </ButtonLink>
        </div>
        {reference && (
          <p className="error-page__reference">
            {t('layout.errorReference')} <code>{reference}</code>
          </p>
        )}
      </div>
    </BlankLayout>
  );
}

import { splitHeadline } from '#app/i18n/headline.ts';
import { t } from '#app/i18n/t.ts';
import { LooseThread } from '../brand/loose-thread.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { HomeLink, Main, SkipLink } from './parts.tsx';

export interface ErrorPageProps {
  /** What happened, then what to do. */
  sentence: string;
  /** The reference with which support finds the failure in the log. */
  reference?: string | undefined;
  /** The page's own address, where trying again can help. */
  retryPath?: string | undefined;
}

/** A whole page about an error with a link home, for the root's error boundary: without header or footer, in the middle of the screen (spec §2 "Blank"). */
export function ErrorPage({ sentence, reference, retryPath }: ErrorPageProps) {
  const [headline, rest] = splitHeadline(sentence);
  return (
    <div className="layout layout--blank">
      <SkipLink />
      <Main>
        <div className="error-page">
          <HomeLink />
          <LooseThread />
          <h1>{headline}</h1>
          {rest && <p className="error-page__detail">{rest}</p>}
          <div className="cluster">
            {retryPath && (
              <ButtonLink to={retryPath} variant="primary" size="lg" reloadDocument>
                {t('layout.tryAgain')}
              </ButtonLink>
            )}
            <ButtonLink to="/" variant={retryPath ? 'secondary' : 'primary'} size="lg" reloadDocument>
              {t('layout.backHome')}
            </ButtonLink>
          </div>
          {reference && (
            <p className="error-page__reference">
              {t('layout.errorReference')} <code>{reference}</code>
            </p>
          )}
        </div>
      </Main>
    </div>
  );
}

import { json, type LinksFunction, type MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import type { apiReference } from '#app/api/plumbing/reference.ts';
import { DefaultLayout } from '#app/components/layout/default-layout.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { paths } from '#app/domain/paths.ts';
import { anyone } from '#app/http/admission.ts';
import { readApiDocument } from '#app/http/api-documents.ts';
import { page } from '#app/http/handlers.ts';
import { t } from '#app/i18n/t.ts';
import stylesheet from './api-reference.css?url';
import { CallCard } from './call-card.tsx';
import { CodeWords } from './code-words.tsx';
import type { ReferenceGroup } from './reference.ts';

export const meta: MetaFunction = () => [{ title: t('api.pageTitle') }];

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

/** The API's reference, for anyone: it asks neither the database nor a workspace. */
export const loader = page(anyone, async ({ context }) =>
  json({ groups: (await readApiDocument(context, 'reference')) as ReturnType<typeof apiReference> }),
);

export default function ApiReference() {
  const { groups } = useLoaderData<typeof loader>();
  return (
    <DefaultLayout>
      <Page title={t('api.title')} lead={t('api.lead')}>
        <Card>
          {t('api.description')
            .split('\n\n')
            .map((paragraph) => (
              <p key={paragraph}>
                <CodeWords text={paragraph} />
              </p>
            ))}
          <p>{t('api.security.bearer')}</p>
          <p>
            <a href={paths.openApi}>{t('api.reference.openApi')}</a>
          </p>
        </Card>
        <Contents groups={groups} />
        {groups.map(({ id, title, calls }) => (
          <section className="stack stack--lg" key={id} aria-labelledby={`group-${id}`}>
            <h2 id={`group-${id}`}>{title}</h2>
            {calls.map((call) => (
              <CallCard key={call.id} call={call} />
            ))}
          </section>
        ))}
      </Page>
    </DefaultLayout>
  );
}

/** Every call by its chapter, each a link to its card. */
function Contents({ groups }: { groups: readonly ReferenceGroup[] }) {
  return (
    <Card title={t('api.reference.contents')}>
      <nav className="api-contents" aria-label={t('api.reference.contents')}>
        {groups.map(({ id, title, calls }) => (
          <section key={id}>
            <h3>
              <a href={`#group-${id}`}>{title}</a>
            </h3>
            <ul>
              {calls.map((call) => (
                <li key={call.id}>
                  <a href={`#${call.id}`}>
                    <code>
                      {call.method} {call.path}
                    </code>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </Card>
  );
}

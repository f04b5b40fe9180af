import { Card } from '#app/components/ui/card.tsx';
import { t } from '#app/i18n/t.ts';
import type { ReferenceGroup } from './reference.ts';

/** Every call by its chapter, each a link to its card. */
export function Contents({ groups }: { groups: readonly ReferenceGroup[] }) {
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

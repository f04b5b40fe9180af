import type { ReactNode } from 'react';
import { sizeText } from '#app/components/backup/size-text.ts';
import { isOpen, RequestActions } from '#app/components/held-webhooks/request-actions.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { Fact } from '#app/components/ui/fact.tsx';
import { LocalTime } from '#app/components/ui/time.tsx';
import type { HeldDetail, ShownValue } from '#app/domain/held-webhooks/held-request.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

/** The facts of a held request without its content, and its buttons. */
export function RequestCard({ held }: { held: HeldDetail }) {
  return (
    <Card title={<code className="break-anywhere">{`${held.method} ${held.path}`}</code>}>
      <Facts held={held} />
      <p className="text-muted text-sm">{t('webhooks.detail.recorded')}</p>
      {!held.hasContent && <p>{t('webhooks.list.contentGone')}</p>}
      {isOpen(held) && (
        <div className="cluster">
          <RequestActions request={held} action={paths.webhooks} />
        </div>
      )}
    </Card>
  );
}

function Facts({ held }: { held: HeldDetail }) {
  const { state, failure, lastStatus, attempts, nextAt, finishedAt } = held;
  const instant = (at: number | null) => at !== null && <LocalTime at={at} format="dateTime" />;
  const facts = [
    ['state', t(`webhooks.list.states.${state}`)],
    ['failure', failure && t(`webhooks.list.failures.${failure}`)],
    ['why', t(`webhooks.list.why.${held.why}`)],
    ['receivedAt', instant(held.receivedAt)],
    ['from', held.from],
    ['size', sizeText(held.size)],
    ['attempts', attempts > 0 && attempts],
    ['lastStatus', lastStatus],
    ['nextAt', state === 'waiting' && attempts > 0 && instant(nextAt)],
    ['finishedAt', instant(finishedAt)],
    [
      'id',
      <span className="cluster" key="id">
        <code>{held.id}</code>
        <CopyButton text={held.id} label={t('webhooks.detail.copyId')} />
      </span>,
    ],
  ] as const satisfies ReadonlyArray<readonly [string, ReactNode]>;
  return (
    <dl className="facts">
      {facts.map(
        ([fact, value]) =>
          value !== null &&
          value !== false && (
            <Fact key={fact} label={t(`webhooks.detail.${fact}`)} className="break-anywhere">
              {value}
            </Fact>
          ),
      )}
    </dl>
  );
}

/** A request's headers, or its query. A name can occur more than once. */
export function ValuesCard({ title, values }: { title: string; values: readonly ShownValue[] }) {
  if (values.length === 0) return null;
  return (
    <Card title={title}>
      <dl className="values">
        {values.map(({ name, value, isMasked }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a repeated name has no other key, and the list never changes.
          <div key={index}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{isMasked ? <em>{t('webhooks.detail.masked')}</em> : <code>{value}</code>}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** A request's body as it came, or its beginning. */
export function BodyCard({ body }: { body: HeldDetail['body'] }) {
  return (
    <Card title={t('webhooks.detail.body')}>
      {body === null ? (
        <p className="text-muted">{t('webhooks.detail.noBody')}</p>
      ) : (
        <>
          {body.encoding === 'base64' && <p className="text-muted">{t('webhooks.detail.binary')}</p>}
          {body.isCut && <p className="text-muted">{t('webhooks.detail.cut')}</p>}
          {/* Focusable, so that the keyboard can scroll it. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region. */}
          <section className="raw-body" tabIndex={0} aria-label={t('webhooks.detail.bodyText')}>
            <pre>{body.content}</pre>
          </section>
        </>
      )}
    </Card>
  );
}

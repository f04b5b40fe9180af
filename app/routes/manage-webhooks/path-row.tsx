import { Link } from '@remix-run/react';
import { RowForm } from '#app/components/account/row-form.tsx';
import { ConfirmedForm } from '#app/components/form/confirmed-form.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { JoinedFacts } from '#app/components/ui/joined-facts.tsx';
import { Options, SelectBox } from '#app/components/ui/select-box.tsx';
import { TimeText } from '#app/components/ui/time.tsx';
import { type HeldPath, pathChoices } from '#app/domain/held-webhooks/held-request.ts';
import { t } from '#app/i18n/t.ts';
import { type ListFilter, listPath } from './filter.ts';
import { PathChart } from './path-chart.tsx';

export interface PathRowProps {
  path: HeldPath;
  /** The whole address to which senders post. */
  address: string;
  filter: ListFilter;
  now: number;
  canConfigure: boolean;
}

/** A path: its figures, its chart, the choice, and the buttons for all its open requests. */
export function PathRow({ path: held, address, filter, now, canConfigure }: PathRowProps) {
  const { path, waiting, failed, answerMatters, hours } = held;
  const action = listPath(filter);
  const target = { name: 'path', value: path };
  return (
    <li className="queue-path">
      <div className="queue-path__head">
        <div className="rows__words">
          <p className="cluster">
            <code>
              <strong>{path}</strong>
            </code>
            <CopyButton text={address} label={t('webhooks.paths.copyOf', { path })} />
          </p>
          <p className="text-muted text-sm">
            <Figures held={held} />
            <br />
            {t(`webhooks.paths.matters.${answerMatters === null ? 'unknown' : answerMatters ? 'yes' : 'no'}`)}
          </p>
        </div>
        {filter.path !== path && (
          <Link to={listPath({ path })} aria-label={t('webhooks.paths.showOf', { path })}>
            {t('webhooks.paths.show')}
          </Link>
        )}
      </div>
      <PathChart path={path} hours={hours} now={now} />
      {canConfigure && (
        <div className="cluster">
          <ChoiceForm held={held} action={action} />
          {waiting + failed > 0 && (
            <>
              <RowForm
                action={action}
                intent="replay-path"
                target={target}
                submit={t('webhooks.paths.replay')}
                aria-label={t('webhooks.paths.replayOf', { path })}
              />
              <ConfirmedForm
                action={action}
                intent="drop-path"
                target={target}
                until={now}
                summary={t('webhooks.paths.drop')}
                summaryLabel={t('webhooks.paths.dropOf', { path })}
                question={t('webhooks.paths.dropConfirm')}
                submit={t('webhooks.paths.dropSubmit')}
              />
            </>
          )}
        </div>
      )}
    </li>
  );
}

function Figures({ held: { waiting, failed, oldestAt } }: { held: HeldPath }) {
  if (waiting + failed === 0) return t('webhooks.paths.nothing');
  return (
    <JoinedFacts>
      {waiting > 0 && t('webhooks.paths.waiting', { count: waiting })}
      {failed > 0 && t('webhooks.paths.failed', { count: failed })}
      {oldestAt !== null && <TimeText i18nKey="webhooks.paths.oldest" at={oldestAt} format="dateTime" />}
    </JoinedFacts>
  );
}

function ChoiceForm({ held: { path, choice }, action }: { held: HeldPath; action: string }) {
  return (
    <RowForm
      // A saved choice is the new default.
      key={choice}
      action={action}
      intent="set-choice"
      target={{ name: 'path', value: path }}
      submit={t('webhooks.paths.save')}
      aria-label={t('webhooks.paths.saveOf', { path })}
    >
      <span className="text-muted text-sm" aria-hidden="true">
        {t('webhooks.paths.choiceLabel')}
      </span>
      <SelectBox name="choice" defaultValue={choice} aria-label={t('webhooks.paths.choice', { path })}>
        <Options values={pathChoices} labelOf={(value) => t(`webhooks.paths.choices.${value}`)} />
      </SelectBox>
    </RowForm>
  );
}

import { Card } from '#app/components/ui/card.tsx';
import { Fact } from '#app/components/ui/fact.tsx';
import { t } from '#app/i18n/t.ts';
import { CodeWords } from './code-words.tsx';
import type { ReferenceCall, ReferenceField } from './reference.ts';

/** A call with its purpose, parameters, responses and an example. */
export function CallCard({ call }: { call: ReferenceCall }) {
  const { id, method, path, summary, who, parameters, body, answers, refusals, curl } = call;
  return (
    <div className="api-call" id={id}>
      <Card
        title={
          <>
            <span className={`api-method api-method--${method.toLowerCase()}`}>{method}</span>{' '}
            <code className="api-path">{path}</code>
          </>
        }
      >
        <p>
          <CodeWords text={summary} />
        </p>
        <p className="text-muted">
          <CodeWords text={who} />
        </p>
        {parameters.length > 0 && (
          <>
            <h3>{t('api.reference.parameters')}</h3>
            <FieldTable label={t('api.reference.parameters')} fields={parameters} />
          </>
        )}
        {body && (
          <>
            <h3>{t(body.isOptional ? 'api.reference.optionalBody' : 'api.reference.body')}</h3>
            <FieldTable label={t('api.reference.body')} fields={body.fields} />
          </>
        )}
        <h3>{t('api.reference.example')}</h3>
        <Code text={curl} label={t('api.reference.exampleOf', { call: `${method} ${path}` })} />
        {answers.map((answer) => (
          <section className="stack" key={answer.status}>
            <h3>{t('api.reference.answer', { status: answer.status })}</h3>
            {answer.mediaType === null && <p>{t('api.reference.noContent')}</p>}
            {answer.mediaType !== null && answer.example === null && (
              <p>{t('api.reference.file', { type: answer.mediaType })}</p>
            )}
            {answer.example !== null && (
              <Code
                text={answer.example}
                label={t('api.reference.answerOf', { call: `${method} ${path}`, status: answer.status })}
              />
            )}
            {answer.fields.length > 0 && (
              <details>
                <summary>{t('api.reference.fields')}</summary>
                <FieldTable label={t('api.reference.fields')} fields={answer.fields} />
              </details>
            )}
          </section>
        ))}
        {refusals.length > 0 && (
          <details>
            <summary>{t('api.reference.refusals')}</summary>
            <dl className="api-refusals">
              {refusals.flatMap(({ status, codes }) =>
                codes.map(({ code, sentence }) => (
                  <Fact key={code} label={<code>{`${status} ${code}`}</code>}>
                    {sentence}
                  </Fact>
                )),
              )}
            </dl>
          </details>
        )}
      </Card>
    </div>
  );
}

/** Code that can be wider than a phone: it scrolls, by the keyboard too. */
function Code({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard (WCAG 2.1.1).
    <section className="api-code" aria-label={label} tabIndex={0}>
      <pre>
        <code>{text}</code>
      </pre>
    </section>
  );
}

/** The fields of a body or an answer, one a row. */
function FieldTable({ label, fields }: { label: string; fields: readonly ReferenceField[] }) {
  return (
    <ul className="api-fields" aria-label={label}>
      {fields.map(({ name, type, isRequired }) => (
        <li key={name}>
          <code>{name}</code> <code className="api-fields__type">{type}</code>{' '}
          <span className="text-muted">{t(isRequired ? 'api.reference.required' : 'ui.optional')}</span>
        </li>
      ))}
    </ul>
  );
}

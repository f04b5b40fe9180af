import { refusalText } from '#app/components/backup/refusal-text.ts';
import { PostForm } from '#app/components/form/post-form.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

const FIELD_ID = 'archive';
const ERROR_ID = 'archive-error';

/** Posts an archive from the person's disk. It changes nothing before the preview is confirmed. */
export function UploadForm({ failure }: { failure: ErrorCode | undefined }) {
  return (
    <PostForm action={paths.backupUpload} encType="multipart/form-data" className="form">
      {failure && (
        <div id={ERROR_ID}>
          <Notice tone="danger">{refusalText(failure)}</Notice>
        </div>
      )}
      <div className="field">
        <label className="field__label" htmlFor={FIELD_ID}>
          {t('backup.upload.field')}
        </label>
        <div className="input-box">
          <input
            className="input-box__input"
            id={FIELD_ID}
            name="archive"
            type="file"
            accept=".zip,application/zip"
            required
            aria-invalid={failure ? true : undefined}
            aria-describedby={failure ? ERROR_ID : undefined}
          />
        </div>
      </div>
      <div className="cluster">
        <SubmitButton>{t('backup.upload.submit')}</SubmitButton>
        <ButtonLink to={paths.backups} variant="quiet">
          {t('backup.restore.cancel')}
        </ButtonLink>
      </div>
    </PostForm>
  );
}

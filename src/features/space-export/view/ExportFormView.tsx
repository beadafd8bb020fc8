import type { Reader } from '#platform/view/reader.ts'

interface ExportFormProps {
  reader: Reader
  token: string
  spaceKey: string
  spaceUrl: string
}

/** Choices for an export. Its fields have the names that the old product gave them. */
export function ExportFormView({ reader: { t }, token, spaceKey, spaceUrl }: ExportFormProps) {
  return (
    <form className="ox-tool-form" method="post" action="/spaces/doexportspace.action">
      <input type="hidden" name="atl_token" value={token} />
      <input type="hidden" name="key" value={spaceKey} />
      <input type="hidden" name="exportType" value="TYPE_XML" />
      <p>
        {t(
          'The file holds the pages and posts that you may see, with their history and files. A wiki imports it as a space.',
        )}
      </p>
      <fieldset className="ox-plain-fieldset">
        <legend>{t('Content')}</legend>
        <p>
          <label>
            <input type="radio" name="contentOption" id="contentOptionAll" value="all" defaultChecked />{' '}
            {t('Everything, with permissions, restrictions and watches as far as you may see them')}
          </label>
        </p>
        <p>
          <label>
            <input type="radio" name="contentOption" id="contentOptionVisible" value="visibleOnly" />{' '}
            {t('Pages, posts and files alone')}
          </label>
        </p>
      </fieldset>
      <p>
        <label>
          <input type="checkbox" name="includeComments" id="includeComments" value="true" defaultChecked />{' '}
          {t('Comments')}
        </label>
      </p>
      <p className="ox-tool-buttons">
        <button type="submit" id="confirm" name="confirm" value="Export" className="ox-button" data-primary="">
          {t('Export')}
        </button>{' '}
        <a href={spaceUrl}>{t('Cancel')}</a>
      </p>
    </form>
  )
}

import type { Reader } from '#platform/view/reader.ts'
import { createPath } from '#platform/create-path.ts'
import { PageFrameView } from '#platform/view/frame/PageFrameView.tsx'
import { MAX_TITLE_LENGTH } from '#features/content-core/shared.ts'
import type { EditorView } from '../contract.ts'
import { titleLabel } from '../words.ts'

interface EditFormViewProps {
  view: EditorView
  reader: Reader
  token: string
  width: 'normal' | 'full'
  /** Rendered page from our renderer. */
  html: string
}

/** Editor without script: a form with the storage text. */
export function EditFormView({ view, reader, token, width, html }: EditFormViewProps) {
  const { t } = reader
  const action = `/pages/${view.type === 'page' ? 'doeditpage' : 'doeditblogpost'}.action?pageId=${view.id}`
  return (
    <form id="editpageform" name="editpageform" action={action} method="post">
      <input type="hidden" name="atl_token" value={token} />
      <input type="hidden" name="originalVersion" value={view.currentVersion} />
      <input type="hidden" name="draftId" value={view.id} />
      <input type="hidden" name="entityId" value={view.id} />
      <PageFrameView
        reader={reader}
        title={view.title}
        width={width}
        contentClass="page edit"
        breadcrumbs={[
          { href: view.space.url, label: view.space.name },
          ...view.ancestors.map(page => ({ href: page.url, label: page.title })),
        ]}
        actions={
          <button type="submit" id="rte-button-publish" name="confirm" value="Save" className="ox-action">
            {view.isNew ? t('Publish') : t('Update')}
          </button>
        }
        titleField={<TitleField view={view} reader={reader} />}
      >
        <p>
          {`${t('Without scripts, the page is edited as storage format.')} `}
          <a id="create-link" href={createPath('page', view.space.key)}>
            {t('Create')}
          </a>
        </p>
        <textarea
          id="wysiwygTextarea"
          name="wysiwygContent"
          rows={30}
          cols={80}
          aria-label={t('Page text')}
          defaultValue={view.storage}
        />
        <div id="main-content" className="ox-article wiki-content" dangerouslySetInnerHTML={{ __html: html }} />
      </PageFrameView>
    </form>
  )
}

function TitleField({ view, reader: { t } }: Pick<EditFormViewProps, 'view' | 'reader'>) {
  const label = t(titleLabel(view))
  return (
    <div className="ox-editor-title">
      <label className="ox-visually-hidden" htmlFor="content-title">
        {label}
      </label>
      <textarea
        id="content-title"
        className="ox-title"
        name="title"
        rows={1}
        maxLength={MAX_TITLE_LENGTH}
        placeholder={label}
        required
        defaultValue={view.title}
      />
    </div>
  )
}

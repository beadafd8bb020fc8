import type { ComponentProps, ReactNode } from 'react'
import type { ResponseOf } from '#platform/contract.ts'
import type { NewContentType } from '#platform/create-path.ts'
import type { Reader } from '#platform/view/reader.ts'
import { chooseHref, chooserTitle } from '../chooser-view.ts'
import type { spaceDirectory } from '../contract.ts'
import { CREATE_SPACE_PATH } from '../shared.ts'
import { SpaceRowView } from './DirectoryView.tsx'

interface ChooserViewProps {
  reader: Reader
  type: NewContentType
  title: string | undefined
  /** Query string of the address. */
  search: string
  /** Undefined while loading. */
  page: ResponseOf<typeof spaceDirectory> | undefined
  /** Search text. */
  text: string
  form: ComponentProps<'form'>
  field: ComponentProps<'input'>
  children?: ReactNode
}

export function ChooserView({
  reader: { t },
  type,
  title,
  search,
  page,
  text,
  form,
  field,
  children,
}: ChooserViewProps) {
  const isEmpty = page?.results.length === 0
  return (
    <div className="ox-directory">
      <div className="ox-directory-head">
        <h1 className="ox-directory-title">{t(chooserTitle(type))}</h1>
      </div>
      <form className="ox-directory-filter" {...form}>
        {title && <input type="hidden" name="title" value={title} />}
        <input
          className="ox-search-input"
          type="search"
          name="query"
          aria-label={t('Find a space')}
          placeholder={t('Find a space')}
          maxLength={200}
          {...field}
        />
      </form>
      {page && !isEmpty && (
        <ul className="ox-directory-list">
          {page.results.map(space => (
            <SpaceRowView key={space.key} space={space} href={chooseHref(type, space.key, title, search)} />
          ))}
        </ul>
      )}
      {isEmpty && (
        <p className="ox-directory-empty" role="status">
          {text === '' ? t('There is no space in which you may create something.') : t('No space is called like that.')}
        </p>
      )}
      {isEmpty && text === '' && page.permissions.createSpace && (
        <p className="ox-directory-begin">
          <a className="ox-create" href={CREATE_SPACE_PATH}>
            {t('Create space')}
          </a>
        </p>
      )}
      {children}
    </div>
  )
}

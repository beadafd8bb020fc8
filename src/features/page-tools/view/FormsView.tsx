import type { ReactNode } from 'react'
import type { Reader } from '#platform/view/reader.ts'
import type { PageHead } from '../contract.ts'

export interface FormViewProps {
  head: PageHead
  reader: Reader
  token: string
}

export function CopyFormView({ head, reader, token }: FormViewProps) {
  const { t } = reader
  return (
    <ToolForm action="/pages/docopypage.action" submit={t('Copy')} head={head} reader={reader} token={token}>
      <input type="hidden" name="idOfPageToCopy" value={head.id} />
      <Field
        name="title"
        label={t('Title of the copy')}
        value={t('Copy of {{title}}', { title: head.title }).slice(0, 255)}
      />
      <PlaceFields head={head} reader={reader} />
      <Check name="attachments" label={t('Attachments')} isOn />
      <Check name="labels" label={t('Labels')} isOn />
      {head.childCount > 0 && <Check name="hierarchy" label={t('Child pages')} />}
      <Check name="unrestricted" label={t('Leave out restrictions')} />
    </ToolForm>
  )
}

export function MoveFormView({ head, reader, token }: FormViewProps) {
  return (
    <ToolForm action="/pages/domovepage.action" submit={reader.t('Move')} head={head} reader={reader} token={token}>
      <input type="hidden" name="pageId" value={head.id} />
      <PlaceFields head={head} reader={reader} />
    </ToolForm>
  )
}

export function RemoveFormView({ head, reader, token }: FormViewProps) {
  const { t } = reader
  return (
    <ToolForm action="/pages/doremovepage.action" submit={t('Delete')} head={head} reader={reader} token={token}>
      <input type="hidden" name="pageId" value={head.id} />
      <p>
        {t('“{{title}}” goes to the trash, from where a space administrator can restore it.', { title: head.title })}
      </p>
      {head.childCount > 0 && (
        <>
          <p className="ox-hint">{t('Pages directly below move up one level, unless they are deleted too.')}</p>
          <Check name="hierarchy" label={t('Also delete everything below this page')} />
        </>
      )}
    </ToolForm>
  )
}

interface ToolFormProps extends FormViewProps {
  action: string
  submit: string
  children: ReactNode
}

function ToolForm({ action, submit, head, reader: { t }, token, children }: ToolFormProps) {
  return (
    <form className="ox-tool-form" method="post" action={action}>
      <input type="hidden" name="atl_token" value={token} />
      {children}
      <p className="ox-tool-buttons">
        <button type="submit" className="ox-button" data-primary="">
          {submit}
        </button>{' '}
        <a href={head.url}>{t('Cancel')}</a>
      </p>
    </form>
  )
}

function PlaceFields({ head, reader: { t } }: Pick<FormViewProps, 'head' | 'reader'>) {
  return (
    <>
      <Field name="spaceKey" label={t('Space key')} value={head.space.key} />
      <Field
        name="parentTitle"
        label={t('Parent page')}
        value={head.ancestors.at(-1)?.title ?? ''}
        hint={t('Title of the page above; empty for the top of the space.')}
      />
    </>
  )
}

function Field({ name, label, value, hint }: { name: string; label: string; value: string; hint?: string }) {
  return (
    <p>
      <label htmlFor={name}>{label}</label>
      <input id={name} name={name} defaultValue={value} maxLength={255} className="ox-input" />
      {hint && <small className="ox-hint">{hint}</small>}
    </p>
  )
}

function Check({ name, label, isOn = false }: { name: string; label: string; isOn?: boolean }) {
  return (
    <p>
      <label>
        <input type="checkbox" name={name} value="true" defaultChecked={isOn} /> {label}
      </label>
    </p>
  )
}

import { type MouseEvent, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint, useInvalidate } from '#platform/web/query.ts'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { openApproval, useApproval } from '#features/linked-apps/web/index.ts'
import { listCreateSites } from '../contract.ts'
import { CREATE_ISSUE } from '../shared.ts'
import css from './CreateIssueDialog.module.css'
import { IssueForm } from './IssueForm.tsx'
import type { IssueSource } from './state.ts'

interface DialogProps {
  source: IssueSource
  onClose: () => void
}

/** Creates issues from selected text: in the site of the user's choice, once they have approved that the wiki writes. */
export default function CreateIssueDialog({ source, onClose }: DialogProps) {
  const invalidate = useInvalidate()
  const { data, error } = useEndpoint(listCreateSites)
  const [chosen, setChosen] = useState<string>()
  useApproval({ refresh: () => void invalidate(listCreateSites), beforeReload: () => undefined })
  const sites = data?.sites ?? []
  const site = sites.find(({ id }) => id === chosen) ?? sites[0]
  const choice = sites.length > 1 && site && (
    <Select
      label={t('Jira site')}
      options={sites.map(({ id, name }) => ({ id, label: name }))}
      value={site.id}
      onChange={setChosen}
    />
  )
  if (site && site.approvalUrl === null) {
    return (
      <IssueForm key={site.id} source={source} site={site} onClose={onClose}>
        {choice}
      </IssueForm>
    )
  }
  return (
    <Dialog title={t(CREATE_ISSUE.label)} onClose={onClose} isDismissable={false}>
      <div className={css.body}>
        {choice}
        {site?.approvalUrl && <Approval name={site.name} href={site.approvalUrl} />}
        {!data && !error && <p role="status">{t('Loading…')}</p>}
        {error && <p role="alert">{error.message}</p>}
        {data && !site && <p>{t('No Jira is linked in which you can create issues.')}</p>}
      </div>
    </Dialog>
  )
}

/** Opens a window that closes when the user has approved or refused; the dialog stays. */
function Approval({ name, href }: { name: string; href: string }) {
  const open = (event: MouseEvent) => {
    if (openApproval(href, { reloads: false })) event.preventDefault()
  }
  return (
    <p>
      <a href={href} target="_blank" rel="noreferrer" onClick={open}>
        {t('Login & Approve')}
      </a>{' '}
      {t('to create issues in {{name}} with your rights there', { name })}
    </p>
  )
}

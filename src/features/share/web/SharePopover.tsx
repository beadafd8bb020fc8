import { type ReactElement, Suspense, useRef, useState } from 'react'
import { ApiError } from '#platform/web/api-error.ts'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { track } from '#platform/web/tracking.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Popover } from '#platform/web/ui/Popover.tsx'
import { TextArea, TextField } from '#platform/web/ui/TextField.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { SubjectPicker, type PickedSubject } from '#features/accounts/web/index.ts'
import { relevantViewRestrictions } from '#features/restrictions/contract.ts'
import { sharePage } from '../contract.ts'
import { MAX_NOTE, SHARE_HIDE_DELAY_MS, SHARE_WIDTH } from '../shared.ts'
import { Recipients } from './Recipients.tsx'
import css from './share.module.css'

interface SharePopoverProps {
  pageId: string
  /** Whether addresses can be named. */
  byMail: boolean
  button: ReactElement
  onOpenChange: (isOpen: boolean) => void
}

export default function SharePopover({ pageId, byMail, button, onOpenChange }: SharePopoverProps) {
  return (
    <Popover
      trigger={button}
      label={t('Share this page')}
      placement="bottom end"
      width={SHARE_WIDTH}
      isSheet
      isOpen
      onOpenChange={onOpenChange}
    >
      <ShareForm pageId={pageId} byMail={byMail} close={() => onOpenChange(false)} />
    </Popover>
  )
}

function ShareForm({ pageId, byMail, close }: Pick<SharePopoverProps, 'pageId' | 'byMail'> & { close: () => void }) {
  const [subjects, setSubjects] = useState<readonly PickedSubject[]>([])
  const [addresses, setAddresses] = useState('')
  const [note, setNote] = useState('')
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const hiding = useHideDelay(close)
  const restrictions = useEndpoint(relevantViewRestrictions, { params: { id: pageId } }, { staleTime: 0 })
  const isRestricted = ((restrictions.data as { size?: number } | undefined)?.size ?? 0) > 0
  const emails = addresses.split(/[\s,;]+/).filter(address => address !== '')
  const send = async () => {
    setPending(true)
    setError(undefined)
    try {
      const [users, groups] = (['user', 'group'] as const).map(
        kind => subjects.filter(subject => subject.kind === kind).length,
      )
      await call(sharePage, {
        body: {
          entityId: pageId,
          users: subjects.flatMap(subject => (subject.kind === 'user' ? [subject.username] : [])),
          groups: subjects.flatMap(subject => (subject.kind === 'group' ? [subject.name] : [])),
          emails,
          note,
        },
      })
      track('confluence.share.send', { contentId: pageId, users, groups, emails: emails.length })
      close()
      showSuccess(t('The page is shared'))
    } catch (failure) {
      const isRefusal = failure instanceof ApiError && failure.status >= 400 && failure.status < 500
      setError(isRefusal ? failure.message : t('An unexpected error occurred. Please try again.'))
      setPending(false)
    }
  }
  return (
    <form
      id="share-dialog"
      className={css.form}
      onPointerLeave={hiding.begin}
      onPointerEnter={hiding.end}
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <h2 className={css.title}>{t('Share this page')}</h2>
      <Suspense>
        <SubjectPicker
          label={t('Users and groups')}
          isForAdding
          onPick={picked => picked && setSubjects([...subjects.filter(known => !isSame(known, picked)), picked])}
        />
      </Suspense>
      <Recipients subjects={subjects} onRemove={gone => setSubjects(subjects.filter(known => known !== gone))} />
      {byMail && <TextField label={t('E-mail addresses')} value={addresses} onChange={setAddresses} maxLength={2000} />}
      <TextArea label={t('Note')} rows={3} value={note} onChange={setNote} maxLength={MAX_NOTE} />
      {isRestricted && <p className={css.hint}>{t('Only people who may view this page can open it.')}</p>}
      {error !== undefined && (
        <p className="ox-error" role="alert">
          {error}
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        isPending={isPending}
        isDisabled={subjects.length === 0 && emails.length === 0}
      >
        {t('Share')}
      </Button>
    </form>
  )
}

function isSame(one: PickedSubject, other: PickedSubject): boolean {
  return one.kind === other.kind && one.name === other.name
}

/** Closes the dialog when the pointer has left it for long. */
function useHideDelay(close: () => void) {
  const timer = useRef<number>(undefined)
  const end = () => window.clearTimeout(timer.current)
  return {
    begin: () => {
      end()
      timer.current = window.setTimeout(close, SHARE_HIDE_DELAY_MS)
    },
    end,
  }
}

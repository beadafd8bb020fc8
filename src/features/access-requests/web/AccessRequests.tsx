import { useEffect, useRef, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint, useInvalidate } from '#platform/web/query.ts'
import { Avatar } from '#platform/web/ui/Avatar.tsx'
import { Button, ButtonRow, LinkButton } from '#platform/web/ui/Button.tsx'
import { ErrorText } from '#platform/web/ui/ErrorText.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { useWhen } from '#platform/web/useWhen.ts'
import { getPageView } from '#features/content/contract.ts'
import { getRestrictionsView } from '#features/restrictions/contract.ts'
import { declineAccessRequest, grantAccessRequest, listAccessRequests, type AccessRequest } from '../contract.ts'
import css from './access-requests.module.css'
import { isAnswering } from './answering.ts'
import { useEditRequest } from './edit-request.ts'

/**
 * In the restrictions of a page: who asks for access, for those who may answer; for others, that they may ask to edit.
 */
export default function AccessRequests({ pageId }: { pageId: string }) {
  return (
    <>
      <EditRequestNote pageId={pageId} />
      <OpenRequests pageId={pageId} />
    </>
  )
}

function EditRequestNote({ pageId }: { pageId: string }) {
  const { state, ask } = useEditRequest(pageId)
  const action = useAction(ask)
  if (state === null) return null
  return (
    <div className={css.note}>
      <p role="status">
        {state === 'asked'
          ? t('You have asked to edit this page. You are told when you may.')
          : t('A restriction keeps you from editing this page.')}
      </p>
      {state === 'possible' && (
        <Button size="small" isPending={action.isPending} onPress={() => void action.run()}>
          {t('Request edit access')}
        </Button>
      )}
      <ErrorText error={action.error} />
    </div>
  )
}

function OpenRequests({ pageId }: { pageId: string }) {
  const { data } = useEndpoint(listAccessRequests, { params: { id: pageId } }, { staleTime: 0 })
  const isExpected = isAnswering.use()
  const [hasAnswered, setAnswered] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => () => isAnswering.set(false), [])
  if (!data || (data.results.length === 0 && !isExpected && !hasAnswered)) return null
  const answered = () => {
    setAnswered(true)
    // The button that had the focus goes.
    heading.current?.focus()
  }
  return (
    <section className={css.requests} aria-labelledby="access-requests-title">
      <h3 ref={heading} id="access-requests-title" tabIndex={-1}>
        {t('Requests for access')}
      </h3>
      {data.results.length === 0 ? (
        <p className={css.hint}>{t('There is no open request that you could answer.')}</p>
      ) : (
        <ul>
          {data.results.map(request => (
            <Request key={request.id} request={request} pageId={pageId} space={data.space} onAnswered={answered} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface RequestProps {
  request: AccessRequest
  pageId: string
  space: { key: string; name: string }
  onAnswered: () => void
}

function Request({ request, pageId, space, onAnswered }: RequestProps) {
  const when = useWhen()
  const invalidate = useInvalidate()
  const { id, access, at, person, mayGrant, needsSpace } = request
  const name = person.displayName
  const refresh = () => invalidate(listAccessRequests, getRestrictionsView, getPageView)
  const grant = useAction(async () => {
    await call(grantAccessRequest, { params: { id } })
    onAnswered()
    showSuccess(needsSpace ? t('{{name}} is let in as soon as they may view the space', { name }) : doneText(request))
    await refresh()
  })
  const decline = useAction(async () => {
    await call(declineAccessRequest, { params: { id } })
    onAnswered()
    await refresh()
  })
  return (
    <li aria-labelledby={`access-request-${id}`}>
      <Avatar name={name} picture={person.avatarUrl} size={32} isDecorative />
      <div className={css.text}>
        <p id={`access-request-${id}`}>
          {access === 'view'
            ? t('{{name}} asks to view this page', { name })
            : t('{{name}} asks to edit this page', { name })}
          {' · '}
          <time dateTime={at}>{when(at)}</time>
        </p>
        <Consequence request={request} pageId={pageId} space={space} />
        <ErrorText error={grant.error ?? decline.error} />
      </div>
      <ButtonRow>
        {mayGrant && (
          <Button
            size="small"
            variant="primary"
            isPending={grant.isPending}
            aria-label={t('Grant access to {{name}}', { name })}
            onPress={() => void grant.run()}
          >
            {t('Grant')}
          </Button>
        )}
        {needsSpace && !mayGrant && (
          <LinkButton size="small" variant="primary" href={permissionsPath(space.key, person.userKey)}>
            {t('Space permissions')}
          </LinkButton>
        )}
        <Button
          size="small"
          isPending={decline.isPending}
          aria-label={t('Decline the request of {{name}}', { name })}
          onPress={() => void decline.run()}
        >
          {t('Decline')}
        </Button>
      </ButtonRow>
    </li>
  )
}

function doneText({ access, person: { displayName: name } }: AccessRequest): string {
  return access === 'view'
    ? t('{{name}} can view this page now', { name })
    : t('{{name}} can edit this page now', { name })
}

/** The permissions of a space, with the row of a user. */
function permissionsPath(spaceKey: string, userKey: string): string {
  return `/spaces/spacepermissions.action?${new URLSearchParams({ key: spaceKey, userKey }).toString()}`
}

/** The effect beyond the page: a restriction holds for all that is below it too. */
function Consequence({ request, pageId, space }: Omit<RequestProps, 'onAnswered'>) {
  const { access, pages, needsSpace, person } = request
  const name = person.displayName
  const above = pages.filter(page => page.id !== pageId).map(page => page.title)
  return (
    <>
      {access === 'view' && above.length > 0 && (
        <p className={css.hint}>
          {t('Granting lets them view this and everything below it: {{titles}}', { titles: above.join(', ') })}
        </p>
      )}
      {needsSpace && (
        <p className={css.hint}>{t('{{name}} may not view the space {{space}}.', { name, space: space.name })}</p>
      )}
    </>
  )
}

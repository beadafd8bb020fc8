import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { formatDateTime, formatRelative } from '#platform/web/format.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { growingList } from '#platform/web/lists.ts'
import { usePages, useInvalidate } from '#platform/web/query.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { ConfirmDialog } from '#platform/web/ui/Dialog.tsx'
import { Item, ItemList } from '#platform/web/ui/ItemList.tsx'
import { Listing } from '#platform/web/ui/Listing.tsx'
import { Lozenge } from '#platform/web/ui/Lozenge.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import { listSessions, revokeOtherSessions, revokeSession, type SessionView } from '../../contract.ts'
import { describeBrowser } from './user-agent.ts'

/** Active sessions, with sign-out. */
export function SessionList() {
  const invalidate = useInvalidate()
  const sessions = growingList(usePages(listSessions, { query: { limit: 25 } }))
  const [ending, setEnding] = useState(false)
  const forget = () => invalidate(listSessions)
  const revoke = useAction(async (sessionId: string) => {
    await call(revokeSession, { params: { sessionId } })
    await forget()
  })
  const others = sessions.rows?.some(session => !session.current)
  return (
    <Section
      title={t('Your sessions')}
      description={t('End a session that you do not know, and change your password then.')}
      actions={others && <Button onPress={() => setEnding(true)}>{t('Sign out everywhere else')}</Button>}
    >
      {revoke.error && <Banner tone="danger" title={revoke.error.message} />}
      <Listing
        list={sessions}
        failure={t('The sessions could not be read')}
        skeleton={{ rows: 3, hasFace: true }}
        empty={null}
      >
        {rows => (
          <ItemList>
            {rows.map(session => (
              <Session
                key={session.id}
                session={session}
                onEnd={() => void revoke.run(session.id)}
                isEnding={revoke.isPending}
              />
            ))}
          </ItemList>
        )}
      </Listing>
      {ending && (
        <ConfirmDialog
          title={t('Sign out everywhere else?')}
          confirmLabel={t('Sign out')}
          onClose={() => setEnding(false)}
          onConfirm={async () => {
            await call(revokeOtherSessions)
            await forget()
          }}
        >
          <p>{t('All your other browsers and devices must sign in again. Access tokens go on working.')}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

function Session({ session, onEnd, isEnding }: { session: SessionView; onEnd: () => void; isEnding: boolean }) {
  const { name, isMobile } = describeBrowser(session.userAgent)
  const Icon = isMobile ? Smartphone : Monitor
  const label = name || t('Unknown program')
  return (
    <Item
      icon={<Icon size={20} />}
      name={label}
      marks={session.current && <Lozenge tone="accent">{t('This browser')}</Lozenge>}
      about={t('{{address}}, last seen {{when}}', { address: session.address, when: formatRelative(session.seenAt) })}
      aboutTitle={formatDateTime(session.seenAt)}
      action={
        !session.current && (
          <Button
            size="small"
            isDisabled={isEnding}
            onPress={onEnd}
            aria-label={t('Sign out {{name}}', { name: label })}
          >
            {t('Sign out')}
          </Button>
        )
      }
    />
  )
}

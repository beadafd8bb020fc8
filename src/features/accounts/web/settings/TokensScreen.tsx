import KeyRound from 'lucide-react/icons/key-round'
import { lazy, Suspense, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { formatDate, formatRelative } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { growingList } from '#platform/web/lists.ts'
import { usePages, useInvalidate } from '#platform/web/query.ts'
import { Slot } from '#platform/web/slots.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { CreateButton } from '#platform/web/ui/CreateButton.tsx'
import { ConfirmDialog } from '#platform/web/ui/Dialog.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { Item, ItemList } from '#platform/web/ui/ItemList.tsx'
import { Listing } from '#platform/web/ui/Listing.tsx'
import { Lozenge } from '#platform/web/ui/Lozenge.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import { listTokens, revokeToken, type TokenView } from '../../contract.ts'
import { SettingsPage } from './SettingsPage.tsx'

const CreateTokenDialog = lazy(() => import('./CreateTokenDialog.tsx'))

export default function TokensScreen() {
  const invalidate = useInvalidate()
  const tokens = growingList(usePages(listTokens, { query: { limit: 50 } }))
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<TokenView>()
  return (
    <SettingsPage current="/plugins/personalaccesstokens/usertokens.action">
      <Section
        title={t('Personal access tokens')}
        description={t(
          'Programs send a token in the header Authorization: Bearer, and act in your name. With the access Read they change nothing.',
        )}
        actions={<CreateButton onPress={() => setCreating(true)}>{t('Create token')}</CreateButton>}
      >
        <Listing
          list={tokens}
          failure={t('The tokens could not be read')}
          skeleton={{ rows: 3, hasFace: true }}
          empty={
            <EmptyState icon={<KeyRound size={20} />} title={t('No tokens yet')}>
              <p>{t('Scripts need one to read and write the wiki in your name.')}</p>
            </EmptyState>
          }
        >
          {rows => (
            <ItemList>
              {rows.map(token => (
                <Token key={token.id} token={token} onRevoke={() => setRevoking(token)} />
              ))}
            </ItemList>
          )}
        </Listing>
      </Section>
      <Slot name="settings.tokens" context={{}} />
      {creating && (
        <Suspense>
          <CreateTokenDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
      {revoking && (
        <ConfirmDialog
          title={t('Revoke the token {{name}}?', { name: revoking.name })}
          confirmLabel={t('Revoke token')}
          isDangerous
          onClose={() => setRevoking(undefined)}
          onConfirm={async () => {
            await call(revokeToken, { params: { tokenId: revoking.id } })
            await invalidate(listTokens)
          }}
        >
          <p>{t('Programs that use it can do nothing from this moment. This cannot be undone.')}</p>
        </ConfirmDialog>
      )}
    </SettingsPage>
  )
}

function Token({ token, onRevoke }: { token: TokenView; onRevoke: () => void }) {
  const { name, createdAt, lastAccessedAt } = token
  return (
    <Item
      icon={<KeyRound size={20} />}
      name={name}
      marks={
        <>
          <Lozenge>{token.scope === 'read' ? t('Read') : t('Read and write')}</Lozenge> <Expiry token={token} />
        </>
      }
      about={
        lastAccessedAt
          ? t('Created {{date}}, last used {{when}}', {
              date: formatDate(createdAt),
              when: formatRelative(lastAccessedAt),
            })
          : t('Created {{date}}, never used', { date: formatDate(createdAt) })
      }
      action={
        <Button size="small" onPress={onRevoke} aria-label={t('Revoke {{name}}', { name })}>
          {t('Revoke')}
        </Button>
      }
    />
  )
}

const SOON_MS = 14 * 24 * 60 * 60 * 1000

function Expiry({ token }: { token: TokenView }) {
  const [now] = useState(() => Date.now())
  if (token.expiringAt === null) return <Lozenge>{t('Does not expire')}</Lozenge>
  const left = Date.parse(token.expiringAt) - now
  if (left <= 0) return <Lozenge tone="danger">{t('Expired')}</Lozenge>
  return (
    <Lozenge tone={left < SOON_MS ? 'warning' : 'neutral'}>
      {t('Expires {{date}}', { date: formatDate(token.expiringAt) })}
    </Lozenge>
  )
}

import Bot from 'lucide-react/icons/bot'
import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { formatDate, formatRelative } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { growingList } from '#platform/web/lists.ts'
import { useInvalidate, usePages } from '#platform/web/query.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { ConfirmDialog } from '#platform/web/ui/Dialog.tsx'
import { Item, ItemList } from '#platform/web/ui/ItemList.tsx'
import { Listing } from '#platform/web/ui/Listing.tsx'
import { Lozenge } from '#platform/web/ui/Lozenge.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import { endConnection, listConnections, type ConnectionView } from '../contract.ts'

/** Agents that the user has connected. Nothing is shown to users without one, as on wikis without agents. */
export default function ConnectedAgents() {
  const invalidate = useInvalidate()
  const agents = growingList(usePages(listConnections, { query: { limit: 50 } }))
  const [ending, setEnding] = useState<ConnectionView>()
  if (!agents.error && !agents.rows?.length) return null
  return (
    <Section
      title={t('Connected agents')}
      description={t('Programs that you let use the wiki in your name. Each may do at most what you may.')}
    >
      <Listing list={agents} failure={t('The connected agents could not be read')} empty={null}>
        {rows => (
          <ItemList>
            {rows.map(agent => (
              <Agent key={agent.id} agent={agent} onEnd={() => setEnding(agent)} />
            ))}
          </ItemList>
        )}
      </Listing>
      {ending && (
        <ConfirmDialog
          title={t('Disconnect {{name}}?', { name: nameOf(ending) })}
          confirmLabel={t('Disconnect')}
          isDangerous
          onClose={() => setEnding(undefined)}
          onConfirm={async () => {
            await call(endConnection, { params: { connectionId: ending.id } })
            await invalidate(listConnections)
          }}
        >
          <p>{t('The agent can do nothing from this moment. To use it again, connect it again.')}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

function Agent({ agent, onEnd }: { agent: ConnectionView; onEnd: () => void }) {
  const { host, connectedAt, lastAccessedAt } = agent
  const name = nameOf(agent)
  const date = formatDate(connectedAt)
  return (
    <Item
      icon={<Bot size={20} />}
      name={name}
      marks={<Lozenge>{agent.scope === 'read' ? t('Read') : t('Read and write')}</Lozenge>}
      about={
        lastAccessedAt
          ? t('{{host}}, connected {{date}}, last used {{when}}', { host, date, when: formatRelative(lastAccessedAt) })
          : t('{{host}}, connected {{date}}, never used', { host, date })
      }
      action={
        <Button size="small" onPress={onEnd} aria-label={t('Disconnect {{name}}', { name })}>
          {t('Disconnect')}
        </Button>
      }
    />
  )
}

function nameOf({ name }: ConnectionView): string {
  return name === '' ? t('No name given') : name
}
